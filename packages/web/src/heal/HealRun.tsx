import { listBucketFigures, listBuckets } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { LiveFilters } from '../shared/live/LiveFilters.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { compareNames } from '../shared/text/intl.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { HealedItems } from './HealedItems.tsx'
import { HealFigures } from './HealFigures.tsx'
import classes from './heal.module.css'
import { type HealForm, useHeal } from './use-heal.ts'

const FIRST_FORM: HealForm = { bucket: '', prefix: '', recursive: true, deep: false, isForced: false }

/** The form of a heal, and its progress. */
export function HealRun() {
  const t = useTexts('heal')
  const [form, setForm] = useState(FIRST_FORM)
  const change = (part: Partial<HealForm>) => setForm((before) => ({ ...before, ...part }))
  const heal = useHeal(({ token: _, ...left }) => change(left))
  const list = useApiQuery(listBuckets, { query: { names_only: true } })
  const figures = useApiQuery(listBucketFigures, {})
  const buckets = (list.data?.buckets ?? []).map(({ name }) => name).sort(compareNames)
  const { isRunning, isStopping, progress } = heal
  const isWhole = form.prefix === '' && form.recursive
  const size = figures.data?.figures.find(({ name }) => isWhole && name === form.bucket)?.size ?? 0
  const isBusy = isRunning || isStopping
  const missing = buckets.includes(form.bucket) ? undefined : t('noBucket')
  const choice = (name: 'recursive' | 'deep' | 'isForced') => (
    <Switch
      label={t(`fields.${name}`)}
      description={t(`hints.${name}`)}
      checked={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  )
  return (
    <>
      <PageHeader title={t('title')} below={t('purpose')}>
        <ExplainedButton
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          disabledReason={isRunning ? undefined : missing}
          loading={isStopping}
          onClick={() => heal.stopHeal(form)}
        >
          {t('forceStop')}
        </ExplainedButton>
        {!isRunning && (
          <ExplainedButton
            leftSection={<IconPlayerPlay size={16} />}
            disabledReason={isStopping ? t('stopping') : missing}
            onClick={() => heal.startHeal(form)}
          >
            {t('start')}
          </ExplainedButton>
        )}
      </PageHeader>
      {list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      <LiveFilters label={t('form')} lockedReason={isBusy ? t('locked') : undefined}>
        <NativeSelect
          className={layout.wide ?? ''}
          label={t('fields.bucket')}
          value={form.bucket}
          onChange={(event) => change({ bucket: event.currentTarget.value })}
          data={[{ value: '', label: t('selectBucket'), disabled: true }, ...buckets]}
        />
        <TextInput
          className={layout.wide ?? ''}
          label={t('fields.prefix')}
          value={form.prefix}
          maxLength={1024}
          onChange={(event) => change({ prefix: event.currentTarget.value })}
        />
        <div className={classes.choices}>
          {choice('recursive')}
          {choice('deep')}
          {choice('isForced')}
        </div>
      </LiveFilters>
      <div role="status" className={layout.notes}>
        {heal.failure !== undefined && <WarningNote>{t(`failures.${failureOf(heal.failure)}`)}</WarningNote>}
        {progress?.isPartial && <WarningNote>{t('partial')}</WarningNote>}
        {heal.isStopped && progress === undefined && <WarningNote>{t('stopped')}</WarningNote>}
      </div>
      {progress !== undefined && (
        <HealFigures progress={progress} state={stateOf(progress.summary, heal)} size={size} />
      )}
      {progress !== undefined && <HealedItems items={heal.items} />}
    </>
  )
}

type State = 'running' | 'reconnecting' | 'finished' | 'stopped' | 'unknown'

function stateOf(
  summary: 'running' | 'finished' | 'stopped',
  { isRunning, isConnected, isStopped, isStopping }: ReturnType<typeof useHeal>,
): State {
  if (isStopped || isStopping) return 'stopped'
  if (summary !== 'running') return summary
  if (!isRunning) return 'unknown'
  return isConnected ? 'running' : 'reconnecting'
}

const KNOWN = ['AccessDenied', 'NoSuchBucket', 'NoSuchHeal', 'HealOverlaps', 'HealStopped', 'NotInThisSetup'] as const

function failureOf(code: string): (typeof KNOWN)[number] | 'noSocket' | 'other' {
  return KNOWN.find((known) => known === code) ?? (code === '' ? 'noSocket' : 'other')
}
