import '../../messages/en/policy-editor.ts'
import { listBuckets } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { DateField } from '../../shared/fields/DateField.tsx'
import classes from '../visual/visual.module.css'
import { missingFor, type TemplateName, templateOf, templateStatements, templatesFor } from './policy-templates.ts'

interface TemplatePanelProps {
  /** The bucket whose policy it is; '' for policies of accounts. */
  bucket: string
  /** Nothing can be added to the document, because it isn't a policy. */
  isInvalid: boolean
  onUse: (statements: object[]) => void
}

/** Statements for what is needed most, with the names of the visitor. */
export function TemplatePanel({ bucket, isInvalid, onUse }: TemplatePanelProps) {
  const t = useTexts('policyEditor')
  const id = useId()
  const names = templatesFor(bucket !== '')
  const [name, setName] = useState<TemplateName>(names[0] ?? 'readOnly')
  const [form, setForm] = useState({ bucket, folder: '', addresses: '', date: '' })
  const enabled = useSession()?.pages.includes('/buckets') === true && bucket === ''
  const { data } = useApiQuery(listBuckets, { query: { names_only: true } }, { staleTime: 60_000, enabled })
  const { fields } = templateOf(name)
  const values = {
    bucket: form.bucket.trim(),
    folder: form.folder === '' || form.folder.endsWith('/') ? form.folder : `${form.folder}/`,
    addresses: form.addresses.split(/[\s,]+/).filter(Boolean),
    date: form.date,
  }
  const missing = missingFor(name, values)
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  const set = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  return (
    <details className={classes.panel}>
      <summary>{t('template.title')}</summary>
      <div className={classes.panelContent}>
        <NativeSelect
          label={t('template.label')}
          data={names.map((value) => ({ value, label: t(`templates.${value}`) }))}
          value={name}
          onChange={(event) => setName(names.find((one) => one === event.currentTarget.value) ?? name)}
        />
        {fields.includes('bucket') && bucket === '' && (
          <>
            <TextInput
              {...plain}
              label={t('bucket')}
              list={id}
              value={form.bucket}
              onChange={(event) => set({ bucket: event.currentTarget.value })}
            />
            <datalist id={id}>
              {data?.buckets.map((one) => (
                <option key={one.name} value={one.name} />
              ))}
            </datalist>
          </>
        )}
        {fields.includes('folder') && (
          <TextInput
            {...plain}
            label={t('folder')}
            description={t('folderHint')}
            value={form.folder}
            onChange={(event) => set({ folder: event.currentTarget.value })}
          />
        )}
        {fields.includes('addresses') && (
          <TextInput
            {...plain}
            label={t('addresses')}
            description={t('addressesHint')}
            value={form.addresses}
            onChange={(event) => set({ addresses: event.currentTarget.value })}
          />
        )}
        {fields.includes('date') && (
          <DateField label={t('date')} value={form.date} onChange={(date) => set({ date })} />
        )}
        <div>
          <ExplainedButton
            variant="default"
            size="xs"
            disabledReason={isInvalid ? t('template.invalid') : missing && t(`missing.${missing}`)}
            onClick={() => onUse(templateStatements(name, values))}
          >
            {t('template.use')}
          </ExplainedButton>
        </div>
      </div>
    </details>
  )
}
