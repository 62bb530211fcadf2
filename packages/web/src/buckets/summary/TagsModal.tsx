import { getBucketTags, MAX_BUCKET_TAGS, setBucketTags, tagProblem } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { arePairsValid, filledPairs, type Pair } from '../../shared/fields/pairs.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { type SettingModalProps, useSettingChange } from './settings.ts'

export function TagsModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'shared'])
  const { data } = useApiQuery(getBucketTags, { params: { bucket } })
  const [tags, setTags] = useState<Pair[]>(data?.tags ?? [])
  const save = useSettingChange(setBucketTags, { notice: t('summary.tags.saved', { bucket }), onClose })
  const problemOf = (tag: Pair) => {
    const problem = tagProblem(tag)
    return problem && t(`summary.tags.problems.${problem}`)
  }
  const isValid = arePairsValid(tags) && tags.every((tag) => tagProblem(tag) === undefined)
  return (
    <ModalForm
      title={t('summary.tags.title', { bucket })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params: { bucket }, body: { tags: filledPairs(tags) } })}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={isValid ? undefined : t('summary.tags.wrong')}
    >
      <KeyValueField
        label={t('summary.tags.label')}
        description={t('summary.tags.hint')}
        value={tags}
        onChange={setTags}
        limit={MAX_BUCKET_TAGS}
        hasAutofocus
        problemOf={problemOf}
      />
    </ModalForm>
  )
}
