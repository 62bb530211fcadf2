import { API_CALL_SECONDS, type ApiCalls, MAX_OBSERVED_CALLS } from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconActivity, IconPlayerPlay, IconPlayerStop, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { logSearchPath } from '../navigation/paths/logs.ts'
import { tracePath } from '../navigation/paths/pages.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import { failureOf } from '../shared/live/live-failure.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { formatLatency, formatTotalTime } from '../shared/text/latency.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useObservedCalls } from './use-observed-calls.ts'

const NONE: readonly ApiCalls[] = []
const apiOf = ({ api }: ApiCalls) => api
const averageOf = ({ totalMs, calls }: ApiCalls) => totalMs / Math.max(1, calls)

/** Which S3 calls load the server, counted over some seconds. */
export function CallsTab() {
  const t = useTexts(['supportTools', 'live'])
  const [seconds, setSeconds] = useState<number>(10)
  const { status, observed, failure, start, stop } = useObservedCalls()
  const isRunning = status === 'running'
  const columns = useMemo<Column<ApiCalls>[]>(() => {
    const number = (id: keyof typeof VALUES, cell: Column<ApiCalls>['cell']): Column<ApiCalls> => ({
      id,
      header: t(`calls.columns.${id}`),
      width: 'minmax(96px, 1fr)',
      align: 'end',
      isLargestFirst: true,
      isNamedOnPhone: true,
      compare: (a, b) => VALUES[id](a) - VALUES[id](b),
      ...(cell && { cell }),
      ...(HIDDEN_ON_PHONE.has(id) && { onPhone: 'hidden' as const }),
    })
    const errors = (count: number) => <span className={count > 0 ? layout.bad : undefined}>{formatCount(count)}</span>
    return [
      { id: 'api', header: t('calls.columns.api'), width: 'minmax(180px, 2fr)', name: apiOf },
      number('calls', ({ calls }) => formatCount(calls)),
      number('errors', ({ clientErrors, serverErrors }) => (
        <span dir="ltr">
          {errors(clientErrors)} / {errors(serverErrors)}
        </span>
      )),
      number('received', ({ received }) => <Bytes bytes={received} />),
      number('sent', ({ sent }) => <Bytes bytes={sent} />),
      number('totalTime', ({ totalMs }) => formatTotalTime(totalMs)),
      number('average', (row) => formatLatency(averageOf(row))),
      number('longest', ({ longestMs }) => formatLatency(longestMs)),
    ]
  }, [t])
  const actions = useMemo<RowAction<ApiCalls>[]>(
    () => [
      {
        id: 'trace',
        label: t('calls.trace'),
        icon: IconActivity,
        to: ({ api }) => tracePath(`s3.${api}`),
      },
      { id: 'logs', label: t('calls.logs'), icon: IconSearch, to: ({ api }) => logSearchPath({ api }) },
    ],
    [t],
  )
  const rows = observed?.calls ?? NONE
  return (
    <>
      <section className={layout.card} aria-labelledby="api-calls">
        <h2 className={layout.heading} id="api-calls">
          {t('calls.title')}
        </h2>
        <p className={layout.note}>{t('calls.about')}</p>
        <div className={layout.row}>
          <NativeSelect
            aria-label={t('calls.seconds')}
            disabled={isRunning}
            value={String(seconds)}
            onChange={(event) => setSeconds(Number(event.currentTarget.value))}
            data={API_CALL_SECONDS.map((count) => ({
              value: String(count),
              label: t('calls.secondsValue', { count, number: formatCount(count) }),
            }))}
          />
          {isRunning ? (
            <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
              {t('calls.stop')}
            </Button>
          ) : (
            <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => start(seconds)}>
              {t('calls.start')}
            </Button>
          )}
        </div>
        {isRunning && observed && <p className={layout.note}>{summary()}</p>}
        <div role="status" className={layout.notes}>
          {!isRunning && observed && <p className={layout.note}>{summary()}</p>}
          {status === 'stopped' && <p className={layout.note}>{t('calls.stopped')}</p>}
          {observed?.isCut && <WarningNote>{t('calls.cut', { number: formatCount(MAX_OBSERVED_CALLS) })}</WarningNote>}
          {status === 'failed' && <WarningNote>{failureText()}</WarningNote>}
        </div>
      </section>
      {observed && (
        <DataTable
          id="api-calls"
          label={t('calls.label')}
          columns={columns}
          rows={rows}
          isLoading={isRunning && rows.length === 0}
          rowId={apiOf}
          rowName={apiOf}
          actions={actions}
          instead={
            rows.length === 0 && !isRunning ? (
              <EmptyState icon={IconActivity} title={t('calls.none')} hint={t('calls.noneHint')} />
            ) : undefined
          }
        />
      )}
    </>
  )

  function failureText() {
    const kind = failureOf(failure)
    // Unlike other live views, counting isn't resumed.
    if (kind === 'noSocket' || kind === 'outage') return t(`calls.failures.${kind}`)
    return t(`live:failures.${kind}`, { action: 'admin:ServerTrace' })
  }

  function summary() {
    const { total = 0, seconds: length = 0 } = observed ?? {}
    const values = { count: total, number: formatCount(total), time: formatDuration(Math.round(length)) }
    if (isRunning) return t('calls.running', values)
    return t('calls.ended', { ...values, rate: formatCount(Math.round(total / Math.max(1, length))) })
  }
}

const VALUES = {
  calls: ({ calls }: ApiCalls) => calls,
  errors: ({ clientErrors, serverErrors }: ApiCalls) => clientErrors + serverErrors,
  received: ({ received }: ApiCalls) => received,
  sent: ({ sent }: ApiCalls) => sent,
  totalTime: ({ totalMs }: ApiCalls) => totalMs,
  average: averageOf,
  longest: ({ longestMs }: ApiCalls) => longestMs,
} as const
/** A phone has room for what matters most. */
const HIDDEN_ON_PHONE = new Set(['received', 'sent', 'totalTime', 'longest'])
