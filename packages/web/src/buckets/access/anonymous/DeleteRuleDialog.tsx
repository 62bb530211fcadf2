import '../../../messages/en/anonymous-rules.ts'
import { type AnonymousRule, deleteAnonymousRule, getBucket, listAnonymousRules } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { useExposureChange } from '../../../policies/index.ts'
import { DeletionDialog } from '../../../shared/DeletionDialog.tsx'
import { plainName } from '../../../shared/text/visible-name.ts'

interface DeleteRuleDialogProps {
  bucket: string
  rule: AnonymousRule
  /** The policy that the rule was read from. */
  definition: string
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, definition, onClose }: DeleteRuleDialogProps) {
  const t = useTexts('anonymousRules')
  const [previous] = useState(definition)
  const exposureChanged = useExposureChange()
  const { prefix, access } = rule
  return (
    <DeletionDialog
      title={t('deletion.title', { bucket })}
      route={deleteAnonymousRule}
      input={{ params: { bucket }, body: { prefix, previous } }}
      // The rules are a part of the policy.
      changes={[listAnonymousRules, getBucket]}
      goneCodes={['BucketPolicyChanged']}
      notice={t('deletion.deleted')}
      onDeleted={() => exposureChanged(bucket)}
      onError={({ code }) => code === 'BucketPolicyChanged' && exposureChanged(bucket)}
      onClose={onClose}
    >
      <p>{t('deletion.question', { place: plainName(`${bucket}/${prefix}`), access: t(`access.${access}`) })}</p>
      <p>{t('deletion.others')}</p>
    </DeletionDialog>
  )
}
