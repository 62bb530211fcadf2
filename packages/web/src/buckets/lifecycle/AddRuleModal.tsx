import { addLifecycleRule, listLifecycle } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RuleTimeFields } from './RuleTimeFields.tsx'
import { EMPTY_RULE, type RuleKind, ruleProblem, toRule } from './rule-form.ts'
import { TierFields } from './TierFields.tsx'

const KINDS: readonly RuleKind[] = ['expiry', 'transition']

interface AddRuleModalProps {
  bucket: string
  onClose: () => void
}

export function AddRuleModal({ bucket, onClose }: AddRuleModalProps) {
  const t = useTexts(['lifecycle', 'shared'])
  const [form, setForm] = useState(EMPTY_RULE)
  const save = useChange(addLifecycleRule, {
    changes: [listLifecycle],
    notice: ({ ids }) => t('form.saved', { count: ids.length, bucket }),
    onDone: onClose,
  })
  const problem = ruleProblem(form)
  const isExpiry = form.kind === 'expiry'
  return (
    <ModalForm
      title={t('form.title', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: toRule(form) })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={problem && t(`form.${problem}`)}
    >
      <NativeSelect
        label={t('form.kind')}
        description={t(`form.kindHints.${form.kind}`)}
        data-autofocus
        data={KINDS.map((kind) => ({ value: kind, label: t(`form.kinds.${kind}`) }))}
        value={form.kind}
        onChange={(event) => setForm({ ...form, kind: event.currentTarget.value as RuleKind })}
      />
      <RuleTimeFields value={form} onChange={setForm} />
      {!isExpiry && <TierFields value={form} onChange={setForm} />}
      <TextInput
        label={t('form.prefix')}
        description={t('form.prefixHint')}
        maxLength={1024}
        value={form.prefix}
        onChange={(event) => setForm({ ...form, prefix: event.currentTarget.value })}
      />
      <KeyValueField
        label={t('form.tags')}
        description={t('form.tagsHint')}
        value={form.tags}
        onChange={(tags) => setForm({ ...form, tags })}
      />
      <Switch
        label={t('form.deleteMarker')}
        description={`${t('form.deleteMarkerHint')}${isExpiry && form.deleteMarker ? ` ${t('form.deleteMarkerTwo')}` : ''}`}
        checked={form.deleteMarker}
        onChange={(event) => setForm({ ...form, deleteMarker: event.currentTarget.checked })}
      />
    </ModalForm>
  )
}
