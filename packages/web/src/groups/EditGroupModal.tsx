import '../messages/en/groups.ts'
import {
  type Group,
  getEffectivePermissions,
  getGroup,
  getUser,
  listUsers,
  summarizeGroups,
  type UserStatus,
  updateGroup,
} from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { NameChips } from '../shared/text/NameChips.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useDenials } from './index.ts'
import { MembersField } from './MembersField.tsx'

interface EditGroupModalProps {
  name: string
  onClose: () => void
}

const NONE: readonly string[] = []

/** Shows a group, sets its members, and enables or disables it. */
export function EditGroupModal({ name, onClose }: EditGroupModalProps) {
  const t = useTexts(['groups', 'shared'])
  const account = useSession()?.accountName
  const denied = useDenials()
  const stored = useApiQuery(getGroup, { query: { name } }, { refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<Selection>()
  const [chosenStatus, setStatus] = useState<UserStatus>()

  const before = stored.data?.members ?? NONE
  const members = useMemo(() => new Set(before), [before])
  const selected = chosen ?? members
  const added = useMemo(() => [...selected.difference(members)].sort(), [selected, members])
  const removed = useMemo(() => [...members.difference(selected)].sort(), [selected, members])
  const status = chosenStatus ?? stored.data?.status
  const isStatusChanged = stored.data !== undefined && status !== stored.data.status

  const save = useChange(updateGroup, {
    changes: [getGroup, summarizeGroups, listUsers, getUser, getEffectivePermissions],
    goneCodes: 'any',
    notice: t('form.saved', { name: plainName(name) }),
    onDone: onClose,
  })
  const submit = async () => {
    // Changes by others in the meantime are kept.
    const { data } = await stored.refetch()
    if (data) save.mutate({ query: { name }, body: { ...changesOf(data), group: name } })
  }
  const changesOf = (now: Group) => ({
    members: [...new Set(now.members).union(new Set(added)).difference(new Set(removed))],
    status: chosenStatus ?? now.status,
  })

  const isLoaded = stored.data !== undefined
  const isOwn = account !== undefined && members.has(account)
  const isDisabled = status === 'disabled'
  const problem = () => {
    if (!isLoaded) return t('shared:loading')
    return added.length + removed.length === 0 && !isStatusChanged ? t('form.unchanged') : undefined
  }
  return (
    <ModalForm
      title={t('form.title', { name: plainName(name) })}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={t('shared:save')}
      call={{ isPending: save.isPending || stored.isRefetching, error: save.error ?? (isLoaded ? stored.error : null) }}
      disabledReason={problem()}
    >
      <Switch
        label={t('form.enabled')}
        description={denied.enableGroup ?? t('form.enabledHint')}
        checked={!isDisabled}
        disabled={!isLoaded || denied.enableGroup !== undefined}
        onChange={(event) => setStatus(event.currentTarget.checked ? 'enabled' : 'disabled')}
      />
      <div role="status">
        {isDisabled && selected.size > 0 && <WarningNote>{t('form.disabledWarning')}</WarningNote>}
        {isOwn && (removed.includes(account) || (isStatusChanged && isDisabled)) && (
          <WarningNote>{t('form.ownWarning')}</WarningNote>
        )}
      </div>
      <MembersField
        title={t('members.edit')}
        group={{ query: stored, members: before }}
        selected={selected}
        onChange={setChosen}
        readOnlyReason={denied.updateMembers}
      />
      <NameChips label={t('members.added')} names={added} />
      <NameChips label={t('members.removed')} names={removed} />
    </ModalForm>
  )
}
