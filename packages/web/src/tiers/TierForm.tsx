import { addTier, isTierEndpoint, listTiers, type RouteBody, tierNameProblem } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { addTierPath, tiersPath } from '../navigation/paths/tiers.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import { CredentialsFile } from './CredentialsFile.tsx'
import { useDenied } from './index.ts'
import { PROVIDERS, type Provider } from './providers.ts'
import classes from './tiers.module.css'

const PLACE = ['name', 'endpoint', 'bucket', 'prefix', 'region'] as const
const KEYS = {
  s3: ['accesskey', 'secretkey'],
  azure: ['accountname', 'accountkey'],
  gcs: ['creds'],
} as const
type Field = (typeof PLACE)[number] | (typeof KEYS)[keyof typeof KEYS][number] | 'storageclass'
type Values = Readonly<Record<Field, string>>

const BLANK: Values = {
  name: '',
  endpoint: '',
  bucket: '',
  prefix: '',
  region: '',
  accesskey: '',
  secretkey: '',
  accountname: '',
  accountkey: '',
  creds: '',
  storageclass: '',
}

/** The form for a new tier of a type. */
export function TierForm({ provider }: { provider: Provider }) {
  const t = useTexts('tiers')
  const { push } = useNavigation()
  const { changeTiers } = useDenied('', 'changeTiers')
  const { type, endpoint, example, region } = PROVIDERS[provider]
  const [values, setValues] = useState<Values>({ ...BLANK, endpoint })
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const { mutate, isPending, error, reset } = useChange(addTier, {
    changes: [listTiers],
    notice: t('form.added', { name: values.name }),
    onDone: () => push(tiersPath()),
  })
  const refused = error && 'field' in error.body ? String(error.body.field) : ''
  const fields: readonly Field[] = [...PLACE, ...KEYS[type]]

  const problemOf = (field: Field): string | undefined => {
    const value = values[field]
    if (field === 'name' && value !== '') {
      const problem = tierNameProblem(value)
      if (problem) return t(problem === 'reserved' ? 'form.nameReserved' : 'form.nameWrong')
    }
    if (value.trim() === '') return t('form.required')
    return field === 'endpoint' && !isTierEndpoint(value, type) ? t('form.endpointWrong', { example }) : undefined
  }
  const isRefused = (field: Field) => refused === field || (refused === 'keys' && field === KEYS[type].at(-1))
  const errorOf = (field: Field) => {
    if (isRefused(field)) return error?.message
    // A field is reported once it was changed: a new form isn't full of errors.
    return touched.has(field) ? problemOf(field) : undefined
  }
  const set = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setTouched((before) => new Set(before).add(field))
    reset()
  }
  const hasProblem = fields.some((field) => problemOf(field) !== undefined)
  const blocked = changeTiers ?? (hasProblem ? t('form.fix') : undefined)
  const submit = () => {
    if (blocked === undefined && !isPending) mutate({ body: bodyOf(type, values) })
  }
  const input = (field: Exclude<Field, 'creds'>, description?: string) => (
    <TextInput
      key={field}
      label={t(`form.${field}`)}
      description={description}
      error={errorOf(field)}
      withAsterisk={field !== 'storageclass'}
      autoCapitalize={field === 'name' ? 'characters' : 'none'}
      value={values[field]}
      onChange={(event) =>
        set(field, field === 'name' ? event.currentTarget.value.toUpperCase() : event.currentTarget.value)
      }
    />
  )
  const secret = (field: 'secretkey' | 'accountkey') => (
    <SecretKeyField
      label={t(`form.${field}`)}
      value={values[field]}
      onChange={(value) => set(field, value)}
      error={errorOf(field)}
      isRetyped
      isRequired
    />
  )
  return (
    <>
      <AppLink to={addTierPath()} className={layout.back}>
        {t('backToTypes')}
      </AppLink>
      <form
        className={layout.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 className={layout.heading}>{t('form.title', { provider: t(`providers.${provider}`) })}</h2>
        {input('name', t('form.nameHint'))}
        {input('endpoint', t(type === 'azure' ? 'form.endpointHintAzure' : 'form.endpointHint', { example }))}
        {type === 's3' && (
          <div className={classes.pair}>
            {input('accesskey')}
            {secret('secretkey')}
          </div>
        )}
        {type === 'azure' && (
          <div className={classes.pair}>
            {input('accountname')}
            {secret('accountkey')}
          </div>
        )}
        {type === 'gcs' && <CredentialsFile error={errorOf('creds')} onChange={(base64) => set('creds', base64)} />}
        <div className={classes.pair}>
          {input('bucket', t('form.bucketHint'))}
          {input('region', t('form.regionHint', { example: region }))}
        </div>
        {input('prefix', t('form.prefixHint'))}
        {type === 's3' && input('storageclass', t('form.storageclassHint'))}
        <p className={layout.note}>{t('form.test')}</p>
        {error && (
          <div className={classes.failure} role="alert">
            {!fields.some(isRefused) && <p>{error.message}</p>}
            {error.detailedMessage !== '' && <p>{error.detailedMessage}</p>}
          </div>
        )}
        <div className={layout.buttons}>
          <ExplainedButton disabledReason={blocked} loading={isPending} onClick={submit}>
            {t('form.submit')}
          </ExplainedButton>
        </div>
      </form>
    </>
  )
}

function bodyOf(type: 's3' | 'gcs' | 'azure', values: Values): RouteBody<typeof addTier> {
  const { name, endpoint, bucket, prefix, region } = values
  const place = { name, endpoint, bucket, prefix, region }
  if (type === 'gcs') return { type, gcs: { ...place, creds: values.creds } }
  if (type === 'azure') {
    return { type, azure: { ...place, accountname: values.accountname, accountkey: values.accountkey } }
  }
  const { accesskey, secretkey, storageclass } = values
  return { type, s3: { ...place, accesskey, secretkey, storageclass } }
}
