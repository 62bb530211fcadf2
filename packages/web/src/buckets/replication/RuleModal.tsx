import { getReplication, type ReplicationRule, updateReplicationRule } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RuleFacts } from './RuleFacts.tsx'

interface RuleModalProps {
  bucket: string
  rule: ReplicationRule
  /** Why the account may not turn it on or off. */
  denied: string | undefined
  onClose: () => void
}

/** The details of a rule, and a switch to turn it on or off. */
export function RuleModal({ bucket, rule, denied, onClose }: RuleModalProps) {
  const t = useTexts(['replication', 'shared'])
  const wasEnabled = rule.status === 'Enabled'
  const [isEnabled, setEnabled] = useState(wasEnabled)
  const save = useChange(updateReplicationRule, {
    changes: [getReplication],
    goneCodes: ['NoSuchReplicationRule'],
    notice: t('rule.saved'),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('rule.title', { bucket })}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ params: { bucket, ruleId: rule.id }, body: { status: isEnabled ? 'Enabled' : 'Disabled' } })
      }
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={denied ?? (isEnabled === wasEnabled ? t('rule.unchanged') : undefined)}
    >
      <Switch
        label={t('rule.enabled')}
        description={isEnabled ? t('rule.on') : t('rule.off')}
        data-autofocus
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <RuleFacts bucket={bucket} rule={rule} />
    </ModalForm>
  )
}
