import '../../../messages/en/anonymous-rules.ts'
import {
  type AnonymousAccess,
  type AnonymousRule,
  anonymousAccess,
  anonymousPrefixProblem,
  getBucket,
  listAnonymousRules,
  setAnonymousRule,
} from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { useExposureChange } from '../../../policies/index.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { ModalForm } from '../../../shared/ModalForm.tsx'

const KINDS: readonly AnonymousAccess[] = anonymousAccess.options

interface RuleModalProps {
  bucket: string
  /** The rule to edit; undefined for a new one. */
  rule: AnonymousRule | undefined
  rules: readonly AnonymousRule[]
  /** The policy that the rules were read from. */
  definition: string
  onClose: () => void
}

export function RuleModal({ bucket, rule, rules, definition, onClose }: RuleModalProps) {
  const t = useTexts(['anonymousRules', 'shared'])
  // The edit is based on the state when the dialog opened; the server rejects it if the policy has changed since.
  const [previous] = useState(definition)
  const [prefix, setPrefix] = useState(rule?.prefix ?? '')
  const [access, setAccess] = useState<AnonymousAccess>(rule?.access ?? 'readonly')
  const exposureChanged = useExposureChange()
  const save = useChange(setAnonymousRule, {
    // The rules are a part of the policy.
    changes: [listAnonymousRules, getBucket],
    goneCodes: ['BucketPolicyChanged'],
    notice: t('form.saved'),
    onSuccess: () => exposureChanged(bucket),
    onError: ({ code }) => code === 'BucketPolicyChanged' && exposureChanged(bucket),
    onDone: onClose,
  })
  const isTaken = rule === undefined && rules.some((one) => one.prefix === prefix)
  const problem = isTaken ? 'taken' : anonymousPrefixProblem(prefix)
  const reason = problem && t(`form.problems.${problem}`)
  return (
    <ModalForm
      title={t(rule === undefined ? 'form.titleAdd' : 'form.titleEdit', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: { prefix, access, previous } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={reason ?? (rule?.access === access ? t('form.unchanged') : undefined)}
    >
      <TextInput
        label={t('form.prefix')}
        description={prefix !== '' && !prefix.endsWith('/') ? t('form.notFolder') : t('form.prefixHint')}
        data-autofocus={rule === undefined || undefined}
        readOnly={rule !== undefined}
        value={prefix}
        error={reason}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('form.access')}
        description={t(`accessHints.${access}`)}
        data-autofocus={rule !== undefined || undefined}
        data={KINDS.map((value) => ({ value, label: t(`access.${value}`) }))}
        value={access}
        onChange={(event) => setAccess(KINDS.find((one) => one === event.currentTarget.value) ?? access)}
      />
    </ModalForm>
  )
}
