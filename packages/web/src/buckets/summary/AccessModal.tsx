import { type BucketAccess, getBucket, setBucketAccess } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { PolicyEditor, useExposureChange } from '../../policies/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { CodeEditor } from '../../shared/code-editor/CodeEditor.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import classes from '../detail/bucket.module.css'
import { useDenied } from '../index.ts'
import { type SettingModalProps, useSettingChange } from './settings.ts'

const VALUES: readonly BucketAccess[] = ['PRIVATE', 'PUBLIC', 'CUSTOM']

/** A custom policy is shown, and replaced only after it has been seen. */
export function AccessModal({ bucket, onClose }: SettingModalProps) {
  const t = useTexts(['bucket', 'shared'])
  const { data } = useApiQuery(getBucket, { params: { bucket } })
  // The edit is based on the state when the dialog opened; the server rejects it if the policy has changed since.
  const [stored] = useState(data)
  const [access, setAccess] = useState<BucketAccess>(stored?.access || 'PRIVATE')
  const [definition, setDefinition] = useState(() => stored?.definition || readOnlyPolicy(bucket))
  const { writePolicy: denied } = useDenied(bucket, 'writePolicy')
  const exposureChanged = useExposureChange()
  const save = useSettingChange(setBucketAccess, {
    notice: t('summary.access.saved', { bucket }),
    onSuccess: () => exposureChanged(bucket),
    onClose,
  })
  const previous = stored?.definition ?? ''
  const losesPolicy = stored?.access === 'CUSTOM' && access !== 'CUSTOM'
  const disabledReason = () => {
    if (denied !== undefined) return denied
    return access === 'CUSTOM' && definition.trim() === '' ? t('summary.access.policyMissing') : undefined
  }
  return (
    <ModalForm
      title={t('summary.access.title', { bucket })}
      onClose={onClose}
      onSubmit={() =>
        save.mutate({
          params: { bucket },
          body: access === 'CUSTOM' ? { access, definition, previous } : { access, previous },
        })
      }
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={disabledReason()}
      isWide={access === 'CUSTOM' || stored?.access === 'CUSTOM'}
    >
      <NativeSelect
        label={t('summary.access.label')}
        description={t(`summary.access.notes.${access}`)}
        data-autofocus
        data={VALUES.map((value) => ({ value, label: t(`summary.access.values.${value}`) }))}
        value={access}
        onChange={(event) => setAccess(event.currentTarget.value as BucketAccess)}
      />
      {losesPolicy && (
        <p className={classes.note} role="status">
          {t('summary.access.willBeLost')}
        </p>
      )}
      {losesPolicy && <CodeEditor label={t('summary.access.present')} value={previous} isReadOnly />}
      {access === 'CUSTOM' && (
        <PolicyEditor
          bucket={bucket}
          label={t('summary.access.policy')}
          description={t('summary.access.policyHint')}
          value={definition}
          onChange={setDefinition}
          isReadOnly={denied !== undefined}
        />
      )}
    </ModalForm>
  )
}

/** The template for a custom policy: anyone may read the objects. */
function readOnlyPolicy(bucket: string): string {
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
  }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, undefined, 2)
}
