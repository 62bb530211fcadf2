import { MAX_OBJECT_TAGS, tagProblem } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { DialogTitle } from './DialogTitle.tsx'
import type { ObjectRef } from './object-ref.ts'
import { type Tags, useWriteTags } from './use-write-tags.ts'

interface AddTagDialogProps {
  object: ObjectRef
  tags: Tags
  onClose: () => void
}

export function AddTagDialog({ object, tags, onClose }: AddTagDialogProps) {
  const t = useTexts(['objectDetail', 'shared'])
  const [typed, setTyped] = useState({ key: '', value: '' })
  const key = typed.key.trim()
  const value = typed.value.trim()
  const replaced = Object.hasOwn(tags, key) ? tags[key] : undefined
  const isFull = replaced === undefined && Object.keys(tags).length >= MAX_OBJECT_TAGS
  const problem = tagProblem({ key, value })
  const disabledReason = () => {
    if (isFull) return t('tags.full', { limit: MAX_OBJECT_TAGS })
    if (key === '') return t('tags.keyMissing')
    if (value === '') return t('tags.valueMissing')
    return problem && t(`tags.problems.${problem}`)
  }
  const write = useWriteTags(object, () => t('tags.added', { key: plainName(key) }), onClose)
  return (
    <ModalForm
      title={<DialogTitle text={t('tags.addTitle')} object={object} />}
      onClose={onClose}
      onSubmit={() => write.mutate((stored) => ({ ...stored, [key]: value }))}
      submitLabel={t('shared:save')}
      call={write}
      disabledReason={disabledReason()}
    >
      <TextInput
        label={t('tags.key')}
        data-autofocus
        error={problem?.startsWith('key') && t(`tags.problems.${problem}`)}
        value={typed.key}
        onChange={(event) => setTyped({ ...typed, key: event.currentTarget.value })}
      />
      <TextInput
        label={t('tags.value')}
        error={problem?.startsWith('value') && t(`tags.problems.${problem}`)}
        value={typed.value}
        onChange={(event) => setTyped({ ...typed, value: event.currentTarget.value })}
      />
      {replaced !== undefined && <p>{t('tags.replaces', { value: plainName(replaced) })}</p>}
      {isFull && <p>{t('tags.full', { limit: MAX_OBJECT_TAGS })}</p>}
    </ModalForm>
  )
}
