import '../messages/en/notification-targets.ts'
import {
  getConfigurationDetails,
  listNotificationEndpoints,
  type NotificationService,
  notificationSection,
} from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentConfiguration, useCurrentPath } from '../navigation/navigation.ts'
import { notificationStep, notificationTargetsPath, pickServicePath } from '../navigation/paths/notification-targets.ts'
import { ConfigurationField, type ConfigurationFieldProps, useFieldNotes } from '../settings/ConfigurationField.tsx'
import { TargetForm } from '../settings/ConfigurationSection.tsx'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { CONNECTION_FIELDS } from './ConnectionField.tsx'
import { ServicePicker } from './ServicePicker.tsx'
import { TargetList } from './TargetList.tsx'

/**
 * Queues have this limit unless another one is entered, and need a folder (spec identity-and-settings 3), which servers create:
 * whoever has no other wish need not look for one.
 */
const INITIAL = { queue_limit: '10000', queue_dir: '/tmp/minio-events' }

/** The values of keys that servers describe as any text (spec identity-and-settings 3 and 9). */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  format: ['namespace', 'access'],
  delivery_mode: ['1', '2'],
  sasl_mechanism: ['plain', 'sha256', 'sha512'],
  qos: ['0', '1', '2'],
}

const FIELDS = {
  ...Object.fromEntries(Object.keys(CHOICES).map((key) => [key, ChoiceField])),
  ...CONNECTION_FIELDS,
  queue_dir: QueueFolderField,
}

const TARGET_LISTS = [listNotificationEndpoints]

/** The targets of bucket events: list, service picker and form (spec identity-and-settings 2, Lambda Notifications tab). */
export function NotificationTargetsPage() {
  const step = notificationStep(useCurrentPath())
  if (step === undefined) return <NotFoundPage />
  return (
    <SettingsFrame tab="notifications" depth={step === 'list' ? 0 : step === 'pick' ? 1 : 2}>
      {step === 'list' ? <TargetList /> : step === 'pick' ? <ServicePicker /> : <Form key={step} service={step} />}
    </SettingsFrame>
  )
}

function Form({ service }: { service: NotificationService }) {
  const t = useTexts('notificationTargets')
  const { isAdding, target } = useCurrentConfiguration()
  const input = { params: { id: notificationSection(service) } }
  const { data, error, refetch, isFetching } = useApiQuery(getConfigurationDetails, input, { refetchOnMount: 'always' })
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    if (!data) return <Loading />
    return (
      <TargetForm
        key={target}
        details={data}
        listPath={notificationTargetsPath()}
        addTitle={t('formTitle', { service: t(`services.${service}`) })}
        note={t('formNote')}
        initial={INITIAL}
        fields={FIELDS}
        changes={TARGET_LISTS}
      />
    )
  }
  return (
    <>
      <AppLink to={isAdding ? pickServicePath() : notificationTargetsPath()} className={layout.back}>
        {t(isAdding ? 'backToServices' : 'back')}
      </AppLink>
      {content()}
    </>
  )
}

/** A choice of known values. A different stored value stays selectable. */
function ChoiceField(props: ConfigurationFieldProps) {
  const { field, value, onChange, error } = props
  const notes = useFieldNotes(field, value)
  if (field.variable !== '') return <ConfigurationField {...props} />
  const known = CHOICES[field.key] ?? []
  return (
    <NativeSelect
      label={field.key}
      description={notes}
      error={error}
      withAsterisk={field.required}
      data={known.includes(value) ? known : [value, ...known]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Says what the folder is for: the specification requires it, while servers don't, and describe it in three words. */
function QueueFolderField(props: ConfigurationFieldProps) {
  const t = useTexts('notificationTargets')
  return <ConfigurationField {...props} field={{ ...props.field, description: t('queueFolder') }} />
}
