import {
  getRebalance,
  type Pool,
  type PoolRebalance,
  type Rebalance,
  startRebalance,
  stopRebalance,
} from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError } from '../shared/feedback/messages.ts'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { formatShare } from './figures.ts'
import { useDenied } from './index.ts'
import classes from './pools.module.css'

const TONES: Readonly<Record<Rebalance['state'] | PoolRebalance['state'], Tone>> = {
  none: 'muted',
  idle: 'muted',
  running: 'warn',
  complete: 'good',
  stopped: 'muted',
  failed: 'bad',
  unknown: 'warn',
}

/** Evening out the pools: start, progress of each, stop. */
export function RebalanceCard({
  query,
  pools,
}: {
  query: UseQueryResult<Rebalance, ApiError>
  pools: readonly Pool[]
}) {
  const t = useTexts('pools')
  const { data, error } = query
  const retry = () => void query.refetch()
  return (
    <section className={layout.card} aria-labelledby="rebalance">
      <div className={classes.head}>
        <h2 className={layout.heading} id="rebalance">
          {t('rebalance.title')}
        </h2>
        {data && data.state !== 'none' && (
          <StateMark tone={TONES[data.state]} text={t(`rebalance.states.${data.state}`)} />
        )}
        {data && <Actions state={data.state} pools={pools} />}
      </div>
      <p className={layout.note}>{t('rebalance.what')}</p>
      {error && data && <StaleNotice error={error} onRetry={retry} />}
      {data === undefined &&
        (error ? <ErrorState error={error} onRetry={retry} isRetrying={query.isFetching} /> : <Loading />)}
      {data?.state === 'none' && <p className={layout.note}>{t('rebalance.states.none')}</p>}
      {data && data.stoppedAt !== '' && (
        <p className={layout.note}>
          {t('rebalance.states.stopped')} <RelativeTime iso={data.stoppedAt} />
        </p>
      )}
      {data && data.pools.length > 0 && <Progress pools={data.pools} />}
    </section>
  )
}

function Actions({ state, pools }: { state: Rebalance['state']; pools: readonly Pool[] }) {
  const t = useTexts('pools')
  const denied = useDenied('', 'rebalance')
  const settings = { changes: [getRebalance], onError: showError }
  const start = useChange(startRebalance, { ...settings, notice: t('rebalance.started') })
  const stop = useChange(stopRebalance, { ...settings, notice: t('rebalance.stopped') })
  if (state === 'running') {
    return (
      <ExplainedButton
        variant="default"
        disabledReason={denied.rebalance}
        loading={stop.isPending}
        onClick={() => stop.mutate({})}
      >
        {t('rebalance.stop')}
      </ExplainedButton>
    )
  }
  const isDecommissioning = pools.some(({ decommission }) => decommission.state === 'running')
  const obstacle =
    pools.length === 1 ? t('rebalance.onlyPool') : isDecommissioning ? t('rebalance.decommissioning') : undefined
  return (
    <ExplainedButton
      variant="default"
      disabledReason={denied.rebalance ?? obstacle}
      loading={start.isPending}
      onClick={() => start.mutate({})}
    >
      {t('rebalance.start')}
    </ExplainedButton>
  )
}

const COLUMNS = ['pool', 'state', 'used', 'objects', 'bytes', 'elapsed', 'left'] as const
/** Columns that a phone has no space for. */
const WIDE = new Set<string>(['objects', 'elapsed'])

function Progress({ pools }: { pools: readonly PoolRebalance[] }) {
  const t = useTexts('pools')
  return (
    <div className={layout.tableArea}>
      <table className={layout.table} aria-labelledby="rebalance">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={WIDE.has(column) ? classes.wide : undefined}>
                {t(`rebalance.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pools.map(({ id, state, used, objects, bytes, elapsedSeconds, leftSeconds }) => (
            <tr key={id}>
              <th scope="row">{t('pool', { number: id + 1 })}</th>
              <td>
                <StateMark tone={TONES[state]} text={t(`rebalance.poolStates.${state}`)} />
              </td>
              <td>{formatShare(used)}</td>
              <td className={classes.wide}>{formatCount(objects)}</td>
              <td>
                <Bytes bytes={bytes} />
              </td>
              <td className={classes.wide}>{elapsedSeconds > 0 ? <Duration seconds={elapsedSeconds} /> : '–'}</td>
              <td>{state === 'running' && leftSeconds !== null ? <Duration seconds={leftSeconds} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
