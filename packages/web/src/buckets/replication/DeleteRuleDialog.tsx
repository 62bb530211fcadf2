import { deleteReplicationRule, getReplication, type ReplicationRule } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { destinationOf } from './rule-text.ts'

/** The rule is not there any more: by somebody else, or by this very call, whose rest failed. */
const GONE = new Set(['NoSuchReplicationRule', 'RemoteTargetLeft'])

interface DeleteRuleDialogProps {
  bucket: string
  rule: ReplicationRule
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, onClose }: DeleteRuleDialogProps) {
  const { t } = useTranslation(['replication', 'shared'])
  const invalidate = useInvalidate()
  const remove = useApiMutation(deleteReplicationRule, {
    onSuccess: async () => {
      await invalidate(getReplication)
      showNotice(t('deletion.deleted'))
      onClose()
    },
    onError: ({ code }) => GONE.has(code) && void invalidate(getReplication),
  })
  return (
    <ConfirmDialog
      title={t('deletion.title', { bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket, ruleId: rule.id } })}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>{t('deletion.question', { bucket, target: destinationOf(rule) })}</p>
      <p>{t('deletion.stays')}</p>
    </ConfirmDialog>
  )
}
