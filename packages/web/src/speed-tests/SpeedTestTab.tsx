import { listSpeedTests, permissionError, SPEED_TEST_ACTIONS, type SpeedRun, type SpeedTest } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconBolt, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { StartDialog, useDenied } from './index.ts'
import { MeasuredSpeed } from './MeasuredSpeed.tsx'
import { RunList } from './RunList.tsx'
import { SpeedFields } from './SpeedFields.tsx'
import { SpeedGraph } from './SpeedGraph.tsx'
import { comparableRun, firstForm, queryOf, withRun, wrongFields } from './speed-form.ts'
import { useSpeedTest } from './use-speed-test.ts'

const NONE: readonly SpeedRun[] = []
/** What comes more than once while a test runs. */
const WITH_CHART: readonly SpeedTest[] = ['object', 'client']

interface SpeedTestTabProps {
  kind: SpeedTest
  /** Called when a test begins and ends. */
  onRunning: (isRunning: boolean) => void
}

/** One kind of test: its options, the run, its result, and earlier runs. */
export function SpeedTestTab({ kind, onRunning }: SpeedTestTabProps) {
  const t = useTexts('speedTests')
  const [form, setForm] = useState(() => firstForm(kind))
  const denied = useDenied('', kind)[kind]
  const list = useApiQuery(listSpeedTests, { query: { kind } }, { enabled: denied === undefined })
  const { state, start, cancel } = useSpeedTest()
  const isRunning = state.status === 'running'
  useEffect(() => {
    onRunning(isRunning)
    return () => onRunning(false)
  }, [isRunning, onRunning])
  const { open, dialog } = useDialogs({
    start: (close, host: string) => (
      <StartDialog
        kind={kind}
        host={host}
        bucket={form.bucket}
        onStart={() => start(queryOf(kind, form))}
        onClose={close}
      />
    ),
  })
  const ended = state.status === 'ended' ? state : undefined
  const kept = list.data?.runs ?? NONE
  const runs = useMemo(() => (ended ? withRun(kept, ended.run) : kept), [kept, ended])
  if (denied !== undefined) return <p className={layout.note}>{denied}</p>
  if (list.data === undefined) {
    if (!list.error) return <Loading />
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  }
  const { host, offered } = list.data
  if (offered !== 'yes') {
    const reason = offered === 'oneNode' ? 'oneNode' : 'notOffered'
    return <EmptyState icon={IconBolt} title={t(`${reason}.title`)} hint={t(`${reason}.hint`)} />
  }
  const wrong = wrongFields(kind, form)
  return (
    <>
      {list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      <section className={layout.card} aria-labelledby="speed-options">
        <h2 className={layout.heading} id="speed-options">
          {t(`headings.${kind}`)}
        </h2>
        <p className={layout.note}>{t(`about.${kind}`)}</p>
        <SpeedFields kind={kind} form={form} isDisabled={isRunning} onChange={setForm} />
        <div className={layout.buttons}>
          {isRunning ? (
            <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={cancel}>
              {t('cancel')}
            </Button>
          ) : (
            <ExplainedButton
              leftSection={<IconPlayerPlay size={16} />}
              disabledReason={wrong.length > 0 ? t('wrong.first') : undefined}
              onClick={() => open('start', host)}
            >
              {t('start.action')}
            </ExplainedButton>
          )}
        </div>
        <div role="status" className={layout.notes}>
          {isRunning && <p className={layout.note}>{t('running')}</p>}
          {state.status === 'canceled' && <p className={layout.note}>{t('canceled')}</p>}
          {state.status === 'failed' && <WarningNote>{failureText()}</WarningNote>}
          {ended && !ended.isKept && <WarningNote>{t('notKept')}</WarningNote>}
        </div>
      </section>
      {'measured' in state && (isRunning || state.measured !== null) && (
        <section className={layout.card} aria-labelledby="speed-running">
          <div className={layout.cardHead}>
            <h2 className={layout.heading} id="speed-running">
              {t(isRunning ? 'soFar' : 'untilThen')}
            </h2>
            {isRunning && <Elapsed since={state.began} />}
          </div>
          {WITH_CHART.includes(kind) && state.samples.length > 0 && (
            <SpeedGraph title={t(isRunning ? 'soFar' : 'untilThen')} kind={kind} samples={state.samples} />
          )}
          {state.measured ? <MeasuredSpeed kind={kind} measured={state.measured} /> : <Loading />}
        </section>
      )}
      {ended && (
        <section className={layout.card} aria-labelledby="speed-result">
          <h2 className={layout.heading} id="speed-result">
            {t('result')}
          </h2>
          <MeasuredSpeed kind={kind} measured={ended.run.measured} before={comparableRun(ended.run, runs)} />
        </section>
      )}
      <RunList kind={kind} runs={runs} />
      {dialog}
    </>
  )

  function failureText() {
    const { reason } = state.status === 'failed' ? state : { reason: '' }
    if (reason === 'AccessDenied') return permissionError(SPEED_TEST_ACTIONS[kind])
    return t(`failures.${failureOf(reason)}`)
  }
}

const KNOWN = [
  'NoSuchBucket',
  'NotInThisSetup',
  'SpeedTestBucketDenied',
  'SpeedTestFailed',
  'SpeedTestFolderInUse',
  'SpeedTestRunning',
  'SpeedTestSpace',
  'StorageTimeout',
  'StorageUnreachable',
] as const

function failureOf(code: string): (typeof KNOWN)[number] | 'noSocket' | 'other' {
  return KNOWN.find((known) => known === code) ?? (code === '' ? 'noSocket' : 'other')
}

/** How long a test has been running. */
function Elapsed({ since }: { since: number }) {
  const t = useTexts('speedTests')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={layout.note}>
      {t('elapsed', { time: formatDuration(Math.max(0, Math.floor((now - since) / 1000))) })}
    </span>
  )
}
