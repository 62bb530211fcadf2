import '../messages/en/policies.ts'
import { compactPolicy, listPolicies, savePolicy } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { START_TEXT } from './start-text.ts'
import { PolicyEditor } from './visual/PolicyEditor.tsx'

export function CreatePolicyModal({ onClose }: { onClose: () => void }) {
  const t = useTexts(['policies', 'shared'])
  const [name, setName] = useState('')
  const [text, setText] = useState(START_TEXT)
  const save = useChange(savePolicy, {
    changes: [listPolicies],
    notice: t('form.created', { name: plainName(name.trim()) }),
    onDone: onClose,
  })
  const clear = () => {
    setName('')
    setText(START_TEXT)
    save.reset()
  }
  const missing = name.trim() === '' ? t('form.nameMissing') : text.trim() === '' ? t('form.textMissing') : undefined
  return (
    <ModalForm
      title={t('form.title')}
      isWide
      onClose={onClose}
      onClear={clear}
      // No policy of that name may exist yet.
      onSubmit={() => save.mutate({ body: { name: name.trim(), policy: compactPolicy(text), replaces: '' } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={missing}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PolicyEditor label={t('form.text')} value={text} onChange={setText} />
    </ModalForm>
  )
}
