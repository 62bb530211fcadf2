import { JOB_TYPES } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { KeyValueField } from '../shared/fields/KeyValueField.tsx'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import classes from './batch-jobs.module.css'
import { isAge, isEndpoint, type JobForm } from './job-yaml.ts'

interface FieldsProps {
  form: JobForm
  onChange: (part: Partial<JobForm>) => void
}

/** The fields of a job of each type. What they don't have, YAML has. */
export function JobFields({ form, onChange }: FieldsProps) {
  const t = useTexts('batchJobs')
  return (
    <>
      <RadioChoices
        legend={t('start.type')}
        choices={JOB_TYPES.map((value) => ({ value, label: t(`types.${value}`), hint: t(`start.hints.${value}`) }))}
        chosen={form.type}
        onChange={(type) => onChange({ type })}
        hasFocus
        status={undefined}
      />
      {form.type === 'replicate' ? (
        <ReplicationFields form={form} onChange={onChange} />
      ) : (
        <div className={classes.fields}>
          <PlaceFields form={form} onChange={onChange} />
        </div>
      )}
      {form.type === 'keyrotate' && <EncryptionFields form={form} onChange={onChange} />}
      <fieldset className={layout.group}>
        <legend className={classes.legend}>{t('start.filters')}</legend>
        {form.type === 'expire' ? (
          <ExpiryFields form={form} onChange={onChange} />
        ) : (
          <div className={classes.fields}>
            <AgeField name="newerThan" form={form} onChange={onChange} />
            <AgeField name="olderThan" form={form} onChange={onChange} />
          </div>
        )}
      </fieldset>
      <KeyValueField label={t('start.tags')} value={form.tags} onChange={(tags) => onChange({ tags })} />
    </>
  )
}

/** Bucket and prefix on this server. */
function PlaceFields({ form, onChange }: FieldsProps) {
  const t = useTexts('batchJobs')
  const isTarget = form.type === 'replicate' && form.direction === 'from'
  return (
    <>
      <TextInput
        label={t('start.bucket')}
        maxLength={255}
        value={form.bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('start.prefix')}
        description={t(isTarget ? 'start.targetPrefixHint' : 'start.prefixHint')}
        maxLength={1024}
        value={form.prefix}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      />
    </>
  )
}

function ReplicationFields({ form, onChange }: FieldsProps) {
  const t = useTexts('batchJobs')
  return (
    <>
      <NativeSelect
        label={t('start.direction')}
        data={(['to', 'from'] as const).map((value) => ({ value, label: t(`start.directions.${value}`) }))}
        value={form.direction}
        onChange={(event) => onChange({ direction: event.currentTarget.value === 'from' ? 'from' : 'to' })}
      />
      <fieldset className={layout.group}>
        <legend className={classes.legend}>{t('start.here')}</legend>
        <div className={classes.fields}>
          <PlaceFields form={form} onChange={onChange} />
        </div>
      </fieldset>
      <fieldset className={layout.group}>
        <legend className={classes.legend}>{t('start.there')}</legend>
        <div className={classes.fields}>
          <TextInput
            className={classes.whole ?? ''}
            label={t('start.endpoint')}
            description={t('start.endpointHint')}
            maxLength={2048}
            error={form.endpoint === '' || isEndpoint(form.endpoint) ? undefined : t('start.endpointWrong')}
            value={form.endpoint}
            onChange={(event) => onChange({ endpoint: event.currentTarget.value.trim() })}
          />
          <TextInput
            label={t('start.bucket')}
            maxLength={255}
            value={form.otherBucket}
            onChange={(event) => onChange({ otherBucket: event.currentTarget.value.trim() })}
          />
          <TextInput
            label={t('start.prefix')}
            description={t(form.direction === 'to' ? 'start.targetPrefixHint' : 'start.prefixHint')}
            maxLength={1024}
            value={form.otherPrefix}
            onChange={(event) => onChange({ otherPrefix: event.currentTarget.value })}
          />
          <TextInput
            label={t('start.accessKey')}
            maxLength={1024}
            value={form.accessKey}
            onChange={(event) => onChange({ accessKey: event.currentTarget.value })}
          />
          <SecretKeyField
            label={t('start.secretKey')}
            isRetyped
            value={form.secretKey}
            onChange={(secretKey) => onChange({ secretKey })}
          />
          <p className={`${layout.note} ${classes.whole}`}>{t('start.keysNote')}</p>
        </div>
      </fieldset>
    </>
  )
}

function EncryptionFields({ form, onChange }: FieldsProps) {
  const t = useTexts('batchJobs')
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('start.encryption')}
        data={(['sse-kms', 'sse-s3'] as const).map((value) => ({ value, label: t(`start.encryptions.${value}`) }))}
        value={form.encryption}
        onChange={(event) => onChange({ encryption: event.currentTarget.value === 'sse-s3' ? 'sse-s3' : 'sse-kms' })}
      />
      {form.encryption === 'sse-kms' && (
        <TextInput
          label={t('start.key')}
          maxLength={256}
          value={form.key}
          onChange={(event) => onChange({ key: event.currentTarget.value.trim() })}
        />
      )}
    </div>
  )
}

function ExpiryFields({ form, onChange }: FieldsProps) {
  const t = useTexts('batchJobs')
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('start.matched')}
        data={(['object', 'deleted'] as const).map((value) => ({ value, label: t(`start.matches.${value}`) }))}
        value={form.matched}
        onChange={(event) => onChange({ matched: event.currentTarget.value === 'deleted' ? 'deleted' : 'object' })}
      />
      <TextInput
        label={t('start.name')}
        description={t('start.nameHint')}
        maxLength={1024}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <AgeField name="olderThan" form={form} onChange={onChange} />
      {form.matched === 'object' && (
        <TextInput
          label={t('start.retained')}
          description={t('start.retainedHint')}
          inputMode="numeric"
          maxLength={6}
          error={/^\d*$/.test(form.retained) ? undefined : t('start.retainedWrong')}
          value={form.retained}
          onChange={(event) => onChange({ retained: event.currentTarget.value.trim() })}
        />
      )}
    </div>
  )
}

function AgeField({ name, form, onChange }: FieldsProps & { name: 'newerThan' | 'olderThan' }) {
  const t = useTexts('batchJobs')
  return (
    <TextInput
      label={t(`start.${name}`)}
      description={t('start.ageHint')}
      maxLength={64}
      error={isAge(form[name]) ? undefined : t('start.ageWrong')}
      value={form[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value.trim() })}
    />
  )
}
