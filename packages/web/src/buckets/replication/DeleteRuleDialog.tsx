import { deleteReplicationRule, getReplication, type ReplicationRule } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { DeletionDialog } from '../../shared/DeletionDialog.tsx'
import { destinationOf } from './rule-text.ts'

/** The rule no longer exists: deleted by someone else, or by this call, which failed later. */
const GONE = ['NoSuchReplicationRule', 'RemoteTargetLeft']

interface DeleteRuleDialogProps {
  bucket: string
  rule: ReplicationRule
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, onClose }: DeleteRuleDialogProps) {
  const t = useTexts('replication')
  return (
    <DeletionDialog
      route={deleteReplicationRule}
      input={{ params: { bucket, ruleId: rule.id } }}
      changes={[getReplication]}
      goneCodes={GONE}
      title={t('deletion.title', { bucket })}
      notice={t('deletion.deleted')}
      onClose={onClose}
    >
      <p>{t('deletion.question', { bucket, target: destinationOf(rule) })}</p>
      <p>{t('deletion.stays')}</p>
    </DeletionDialog>
  )
}
