import layout from '../../shared/layout.module.css'
import '../../messages/en/objects.ts'
import '../../messages/en/object-detail.ts'
import { MAX_OBJECT_TAGS, tagProblem } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import type { Pair } from '../../shared/fields/pairs.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { changeOfTags, type TagsForm, type TagsHow, tagsProblem } from './tags-form.ts'
import { type BulkDialogProps, useChangeJob } from './use-change-job.ts'

const HOWS: readonly TagsHow[] = ['addTags', 'removeTags', 'replaceTags']

/** Adds, removes or replaces the tags of everything that is selected. */
export function SelectedTagsDialog(props: BulkDialogProps) {
  const { name, start, server } = useChangeJob('tags', props)
  const t = useTexts(['bulk', 'objectDetail', 'shared'])
  const [form, setForm] = useState<TagsForm>({ how: 'addTags', pairs: [], keys: '' })
  const { how, pairs, keys } = form
  const problem = tagsProblem(form)
  const problemOf = (pair: Pair) => {
    const wrong = tagProblem(pair)
    if (wrong === 'keyLong' || wrong === 'keyText') return t(`objectDetail:tags.problems.${wrong}`)
    return wrong && t(`tags.problems.${wrong}`)
  }
  return (
    <ModalForm
      title={t('tags.title', { name })}
      onClose={props.onClose}
      onSubmit={() => start(changeOfTags(form))}
      submitLabel={t('shared:save')}
      call={server}
      disabledReason={problem && t(`tags.${problem}`)}
    >
      <NativeSelect
        label={t('tags.how')}
        description={t(`tags.hints.${how}`)}
        data-autofocus
        data={HOWS.map((value) => ({ value, label: t(`tags.${value}`) }))}
        value={how}
        onChange={(event) =>
          setForm({ ...form, how: HOWS.find((value) => value === event.currentTarget.value) ?? 'addTags' })
        }
      />
      {how === 'removeTags' ? (
        <TextInput
          label={t('tags.keys')}
          description={t('tags.keysHint')}
          error={problem === 'wrong' && t('objectDetail:tags.problems.keyText')}
          value={keys}
          onChange={(event) => setForm({ ...form, keys: event.currentTarget.value })}
        />
      ) : (
        <KeyValueField
          label={t('tags.label')}
          description={t('tags.limit')}
          value={pairs}
          onChange={(changed) => setForm({ ...form, pairs: changed })}
          limit={MAX_OBJECT_TAGS}
          problemOf={problemOf}
        />
      )}
      {server.field}
      <p className={layout.note}>{t('note')}</p>
    </ModalForm>
  )
}
