import { MAX_HEALTH_CHECK_PERIOD, type SyncMode } from '@cooperage/contract'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { SizeField } from '../../shared/fields/SizeField.tsx'
import {
  BANDWIDTH_UNITS,
  bandwidthProblem,
  bandwidthUnitLabel,
  isHealthCheck,
  type RemoteForm,
  targetUrl,
  urlProblem,
  withTls,
  withUrl,
} from './remote-form.ts'
import classes from './replication.module.css'

interface RemoteFieldsProps<F extends RemoteForm> {
  value: F
  onChange: (value: F) => void
  /** A field to show below the keys. */
  children?: ReactNode
}

const MODES: readonly SyncMode[] = ['async', 'sync']

/** The other server, its keys, and the replication options. */
export function RemoteFields<F extends RemoteForm>({ value, onChange, children }: RemoteFieldsProps<F>) {
  const t = useTexts('replication')
  const set = (part: Partial<RemoteForm>) => onChange({ ...value, ...part })
  const url = targetUrl(value)
  const tlsHint = () => {
    if (urlProblem(value)) return t(value.usesTls ? 'remote.tlsNone' : 'remote.tlsNoneOff')
    return t(value.usesTls ? 'remote.tlsOn' : 'remote.tlsOff', { url })
  }
  const wrongUrl = value.url === '' ? undefined : urlProblem(value)
  const wrongBandwidth = bandwidthProblem(value)
  return (
    <>
      <TextInput
        label={t('remote.url')}
        description={t('remote.urlHint')}
        error={wrongUrl && t(`remote.${wrongUrl}`)}
        data-autofocus
        data-first-field
        maxLength={2048}
        value={value.url}
        onChange={(event) => set(withUrl(value, event.currentTarget.value))}
      />
      <Switch
        label={t('remote.tls')}
        description={tlsHint()}
        checked={value.usesTls}
        onChange={(event) => set(withTls(value, event.currentTarget.checked))}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('remote.accessKey')}
          maxLength={1024}
          value={value.accessKey}
          onChange={(event) => set({ accessKey: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('remote.secretKey')}
          // Browsers must neither offer to save it nor fill in the password of this console.
          autoComplete="new-password"
          maxLength={1024}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('remote.showSecret') }}
          value={value.secretKey}
          onChange={(event) => set({ secretKey: event.currentTarget.value })}
        />
        {children}
        <TextInput
          label={t('remote.region')}
          description={t('remote.regionHint')}
          maxLength={64}
          value={value.region}
          onChange={(event) => set({ region: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('remote.mode')}
          description={t(`remote.modeHints.${value.mode}`)}
          data={MODES.map((mode) => ({ value: mode, label: t(`remote.modes.${mode}`) }))}
          value={value.mode}
          onChange={(event) => set({ mode: event.currentTarget.value as SyncMode })}
        />
        {value.mode === 'async' && (
          <SizeField
            label={t('remote.bandwidth')}
            description={t('remote.bandwidthHint')}
            error={wrongBandwidth && t(`remote.${wrongBandwidth}`)}
            units={BANDWIDTH_UNITS}
            unitLabel={bandwidthUnitLabel}
            min={0}
            value={value.bandwidth}
            onChange={(bandwidth) => set({ bandwidth })}
          />
        )}
        <TextInput
          label={t('remote.healthCheck')}
          description={t('remote.healthCheckHint')}
          error={
            isHealthCheck(value.healthCheck)
              ? undefined
              : t('remote.healthCheckWrong', { max: MAX_HEALTH_CHECK_PERIOD })
          }
          inputMode="numeric"
          value={value.healthCheck}
          onChange={(event) => set({ healthCheck: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
