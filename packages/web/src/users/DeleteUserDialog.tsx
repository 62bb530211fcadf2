import '../messages/en/users.ts'
import { deleteUser, getGroup, getUser, listUserServiceAccounts, listUsers, type User } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery, useInvalidate, useOutdate } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { NameChips } from '../shared/text/NameChips.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

interface DeleteUserDialogProps {
  user: Pick<User, 'accessKey' | 'memberOf'>
  onClose: () => void
  /** Called when the user no longer exists. */
  onDeleted?: () => void
}

const NONE: readonly string[] = []

/** Confirms the deletion of a user, and says what is deleted with it: its access keys and memberships. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation(['users', 'shared'])
  const { accessKey, memberOf } = user
  const name = plainName(accessKey)
  const invalidate = useInvalidate()
  const outdate = useOutdate()
  const keys = useApiQuery(listUserServiceAccounts, { query: { name: accessKey } })
  const remove = useApiMutation(deleteUser, {
    onSuccess: async () => {
      onDeleted?.()
      outdate(getUser)
      await invalidate(listUsers, getGroup)
      showNotice(t('deletion.deleted', { name }))
      onClose()
    },
    onError: ({ code }) => code === 'NoSuchUser' && void invalidate(listUsers, getUser),
  })
  const keysText = () => {
    if (keys.isPending) return t('shared:loading')
    if (keys.data === undefined) return t('deletion.keysUnknown')
    const count = keys.data.length
    return count === 0 ? t('deletion.noKeys') : t('deletion.keys', { count, number: formatCount(count) })
  }
  return (
    <ConfirmDialog
      title={t('deletion.title', { name })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ query: { name: accessKey }, body: { id: accessKey } })}
      onClose={onClose}
      call={remove}
    >
      <p>{t('deletion.note')}</p>
      <p role="status">{keysText()}</p>
      <NameChips label={t('deletion.keysList')} names={keys.data ?? NONE} />
      <NameChips label={t('deletion.groups')} names={memberOf} />
    </ConfirmDialog>
  )
}
