import { deleteLifecycleRule, type LifecycleRuleView, listLifecycle } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { DeletionDialog } from '../../shared/DeletionDialog.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { RuleDetails } from './RuleDetails.tsx'

interface DeleteRuleDialogProps {
  bucket: string
  rule: LifecycleRuleView
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, onClose }: DeleteRuleDialogProps) {
  const t = useTexts('lifecycle')
  return (
    <DeletionDialog
      route={deleteLifecycleRule}
      input={{ params: { bucket, id: rule.id } }}
      changes={[listLifecycle]}
      goneCodes={['NoSuchLifecycleRule']}
      title={t('deletion.title', { bucket })}
      notice={t('deletion.deleted')}
      onClose={onClose}
    >
      <p>{t('deletion.question', { id: plainName(rule.id) })}</p>
      <RuleDetails rule={rule} />
      <p>{t('deletion.stays')}</p>
    </DeletionDialog>
  )
}
