import '../messages/en/groups.ts'
import {
  deleteGroup,
  getGroup,
  getUser,
  listGroups,
  listUsers,
  summarizeGroups,
  updateGroup,
} from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { useApiQuery, useInvalidate, useOutdate } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { Loading } from '../shared/Loading.tsx'
import { NameChips } from '../shared/text/NameChips.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'

interface DeleteGroupDialogProps {
  name: string
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a group. Servers refuse while it has members: then the dialog removes them first, after it has named them. */
export function DeleteGroupDialog({ name, onClose, onDeleted }: DeleteGroupDialogProps) {
  const t = useTexts(['groups', 'shared'])
  const invalidate = useInvalidate()
  const outdate = useOutdate()
  const stored = useApiQuery(getGroup, { query: { name } }, { refetchOnMount: 'always' })
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const group = stored.data
  const members = group?.members ?? []

  const run = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      if (group && members.length > 0) {
        await call(updateGroup, { query: { name }, body: { group: name, members: [], status: group.status } })
      }
      await call(deleteGroup, { query: { name } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setPending(false)
      // It may have lost members, got some, or be gone.
      return void invalidate(getGroup, listGroups, summarizeGroups, listUsers, getUser)
    }
    outdate(getGroup)
    await invalidate(listGroups, summarizeGroups, listUsers, getUser)
    showNotice(t('deletion.deleted', { name: plainName(name) }))
    onClose()
    onDeleted?.()
  }
  const count = { count: members.length, number: formatCount(members.length) }
  return (
    <ConfirmDialog
      title={t('deletion.title', { name: plainName(name) })}
      confirmLabel={members.length > 0 ? t('deletion.removeAndDelete') : t('shared:delete')}
      onConfirm={() => void run()}
      onClose={onClose}
      call={{ isPending, error: failure ?? null }}
    >
      <p>{t('deletion.question', { name: plainName(name) })}</p>
      {stored.isPending && <Loading />}
      {members.length > 0 && (
        <>
          <p>{t('deletion.members', count)}</p>
          <NameChips label={t('columns.members')} names={members} />
        </>
      )}
      {group && group.policy !== '' && (
        <NameChips label={t('deletion.policies')} names={group.policy.split(',').sort()} />
      )}
      {stored.error && <p>{t('deletion.unknown', { message: stored.error.message })}</p>}
    </ConfirmDialog>
  )
}
