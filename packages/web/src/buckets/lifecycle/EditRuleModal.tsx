import { type LifecycleRuleView, listLifecycle, updateLifecycleRule } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { arePairsValid, type Pair, queryString } from '../../shared/fields/pairs.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { RuleDetails } from './RuleDetails.tsx'

interface EditRuleModalProps {
  bucket: string
  rule: LifecycleRuleView
  onClose: () => void
}

/** Edits the tags and status of a rule, and keeps everything else (spec core-console 2). */
export function EditRuleModal({ bucket, rule, onClose }: EditRuleModalProps) {
  const { t } = useTranslation(['lifecycle', 'shared'])
  const [tags, setTags] = useState<Pair[]>(rule.tags)
  const [isEnabled, setEnabled] = useState(rule.status === 'Enabled')
  const invalidate = useInvalidate()
  const save = useApiMutation(updateLifecycleRule, {
    onSuccess: () => {
      void invalidate(listLifecycle)
      showNotice(t('editing.saved'))
      onClose()
    },
    onError: ({ code }) => code === 'NoSuchLifecycleRule' && void invalidate(listLifecycle),
  })
  return (
    <ModalForm
      title={t('editing.title', { bucket })}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({ params: { bucket, id: rule.id }, body: { disable: !isEnabled, tags: queryString(tags) } })
      }
      submitLabel={t('shared:save')}
      isPending={save.isPending}
      disabledReason={arePairsValid(tags) ? undefined : t('form.tagsWrong')}
      error={save.error}
    >
      <TextInput label={t('editing.id')} value={rule.id} readOnly variant="filled" />
      <RuleDetails rule={rule} />
      <Switch
        label={t('editing.enabled')}
        description={isEnabled ? t('editing.on') : t('editing.off')}
        data-autofocus
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <KeyValueField label={t('form.tags')} description={t('form.tagsHint')} value={tags} onChange={setTags} />
    </ModalForm>
  )
}
