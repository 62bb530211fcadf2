import '../messages/en/groups.ts'
import { createGroup, getUser, listGroups, listUsers } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { MembersField } from './MembersField.tsx'

/** Errors that the field of the name shows. */
const NAME_ERRORS = new Set(['InvalidGroupName', 'GroupExists'])
const NOBODY: Selection = new Set()

export function CreateGroupModal({ onClose }: { onClose: () => void }) {
  const t = useTexts(['groups', 'shared'])
  const [name, setName] = useState('')
  const [members, setMembers] = useState(NOBODY)
  const { mutate, isPending, error, variables } = useChange(createGroup, {
    changes: [listGroups, listUsers, getUser],
    notice: t('form.created', { name: plainName(name) }),
    // A chosen user no longer exists.
    goneCodes: ['NoSuchUser'],
    onDone: onClose,
  })
  const isNameRefused = error !== null && NAME_ERRORS.has(error.code)
  return (
    <ModalForm
      title={t('create')}
      onClose={onClose}
      onSubmit={() => mutate({ body: { group: name, members: [...members] } })}
      submitLabel={t('shared:save')}
      call={{ isPending, error: isNameRefused ? null : error }}
      disabledReason={name.trim() === '' ? t('form.nameMissing') : undefined}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        error={isNameRefused && variables?.body.group === name ? error.message : undefined}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MembersField title={t('members.assign')} selected={members} onChange={setMembers} />
    </ModalForm>
  )
}
