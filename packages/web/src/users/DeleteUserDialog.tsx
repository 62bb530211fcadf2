import '../messages/en/users.ts'
import { deleteUser, getGroup, getUser, listUserServiceAccounts, listUsers, type User } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { NameChips } from '../shared/text/NameChips.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

interface DeleteUserDialogProps {
  user: Pick<User, 'accessKey' | 'memberOf'>
  onClose: () => void
  onDeleted?: () => void
}

const NONE: readonly string[] = []

/** Says what is deleted with a user: its access keys and memberships. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const t = useTexts(['users', 'shared'])
  const { accessKey, memberOf } = user
  const name = plainName(accessKey)
  const keys = useApiQuery(listUserServiceAccounts, { query: { name: accessKey } })
  const keysText = () => {
    if (keys.isPending) return t('shared:loading')
    if (keys.data === undefined) return t('deletion.keysUnknown')
    const count = keys.data.length
    return count === 0 ? t('deletion.noKeys') : t('deletion.keys', { count, number: formatCount(count) })
  }
  return (
    <DeletionDialog
      title={t('deletion.title', { name })}
      route={deleteUser}
      input={{ query: { name: accessKey }, body: { id: accessKey } }}
      changes={[listUsers, getGroup]}
      deletes={[getUser]}
      goneCodes={['NoSuchUser']}
      notice={t('deletion.deleted', { name })}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <p>{t('deletion.note')}</p>
      <p role="status">{keysText()}</p>
      <NameChips label={t('deletion.keysList')} names={keys.data ?? NONE} />
      <NameChips label={t('deletion.groups')} names={memberOf} />
    </DeletionDialog>
  )
}
