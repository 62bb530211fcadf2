import '../../../messages/en/anonymous-rules.ts'
import { type AnonymousRule, deleteAnonymousRule } from '@cooperage/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../../shared/api/use-api.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { showNotice } from '../../../shared/feedback/messages.ts'
import { plainName } from '../../../shared/text/visible-name.ts'
import { useRulesChanged } from './use-rules-changed.ts'

interface DeleteRuleDialogProps {
  bucket: string
  rule: AnonymousRule
  /** The policy that the rule was read from. */
  definition: string
  onClose: () => void
}

export function DeleteRuleDialog({ bucket, rule, definition, onClose }: DeleteRuleDialogProps) {
  const { t } = useTranslation(['anonymousRules', 'shared'])
  const [previous] = useState(definition)
  const changed = useRulesChanged(bucket)
  const remove = useApiMutation(deleteAnonymousRule, {
    onSuccess: () => {
      changed()
      showNotice(t('deletion.deleted'))
      onClose()
    },
    onError: ({ code }) => code === 'BucketPolicyChanged' && changed(),
  })
  const { prefix, access } = rule
  return (
    <ConfirmDialog
      title={t('deletion.title', { bucket })}
      confirmLabel={t('shared:delete')}
      onConfirm={() => remove.mutate({ params: { bucket }, body: { prefix, previous } })}
      onClose={onClose}
      call={remove}
    >
      <p>{t('deletion.question', { place: plainName(`${bucket}/${prefix}`), access: t(`access.${access}`) })}</p>
      <p>{t('deletion.others')}</p>
    </ConfirmDialog>
  )
}
