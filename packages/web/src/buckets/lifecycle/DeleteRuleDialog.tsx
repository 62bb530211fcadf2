import { deleteLifecycleRule, type LifecycleRuleView, listLifecycle } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { RuleDetails } from './RuleDetails.tsx'

interface DeleteRuleDialogProps {
  bucket: string
  rule: LifecycleRuleView
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, onClose }: DeleteRuleDialogProps) {
  const { t } = useTranslation(['lifecycle', 'shared'])
  const invalidate = useInvalidate()
  const remove = useApiMutation(deleteLifecycleRule, {
    onSuccess: async () => {
      await invalidate(listLifecycle)
      showNotice(t('deletion.deleted'))
      onClose()
    },
    // What somebody else has deleted meanwhile goes from the list as well.
    onError: ({ code }) => code === 'NoSuchLifecycleRule' && void invalidate(listLifecycle),
  })
  return (
    <ConfirmDialog
      title={t('deletion.title', { bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket, id: rule.id } })}
      onClose={onClose}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>{t('deletion.question', { id: plainName(rule.id) })}</p>
      <RuleDetails rule={rule} />
      <p>{t('deletion.stays')}</p>
    </ConfirmDialog>
  )
}
