import { cancelDecommission, listPools, type Pool, type Rebalance } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { logsPath } from '../navigation/paths/logs.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { FactList } from '../shared/FactList.tsx'
import { showError } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { useNow } from '../shared/use-now.ts'
import { DriveMap } from './DriveMap.tsx'
import { checkDecommission, decommissionProgress, obstacleOf, usedBytesOf } from './decommission-check.ts'
import { countMarks, type Grouping, type MarkedDrive } from './drive-marks.ts'
import { formatShare } from './figures.ts'
import { DecommissionDialog, useDenied } from './index.ts'
import classes from './pools.module.css'

interface PoolCardProps {
  /** -1 for drives without a pool. */
  id: number
  /** undefined if the server doesn't list its pools. */
  pool: Pool | undefined
  pools: readonly Pool[]
  rebalance: Rebalance | undefined
  drives: readonly MarkedDrive[]
  grouping: Grouping
}

const TONES: Readonly<Record<Pool['decommission']['state'], Tone>> = {
  none: 'good',
  running: 'warn',
  complete: 'muted',
  failed: 'bad',
  canceled: 'warn',
}

/** A pool: its state, space and drives, and what can be done with it. */
export function PoolCard({ id, pool, pools, rebalance, drives, grouping }: PoolCardProps) {
  const t = useTexts('pools')
  const name = id < 0 ? t('noPool') : t('pool', { number: id + 1 })
  const heading = `pool-${id}`
  const { ok } = countMarks(drives)
  const sets = new Set(drives.map(({ set }) => set)).size
  const nodes = new Set(drives.map(({ node }) => node)).size
  const facts: [string, ReactNode][] = []
  if (pool) {
    const used = usedBytesOf(pool)
    facts.push(
      [t('facts.used'), <Used key="used" used={used} total={pool.totalBytes} />],
      [t('facts.free'), <Bytes key="free" bytes={pool.freeBytes} />],
    )
  }
  if (drives.length > 0) {
    facts.push(
      [t('facts.drives'), t('facts.drivesValue', { ok: formatCount(ok), all: formatCount(drives.length) })],
      [t('facts.sets'), formatCount(sets)],
      [t('facts.nodes'), formatCount(nodes)],
    )
  }
  return (
    <section className={layout.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 className={layout.heading} id={heading}>
          {name}
        </h2>
        {pool && <StateMark tone={TONES[pool.decommission.state]} text={t(`states.${pool.decommission.state}`)} />}
        {pool && <Actions pool={pool} pools={pools} rebalance={rebalance} />}
      </div>
      {pool && (
        <code className={classes.cmdline} translate="no">
          {pool.cmdline}
        </code>
      )}
      {facts.length > 0 && <FactList facts={facts} className={layout.figures} />}
      {pool && pool.decommission.state !== 'none' && <Decommission pool={pool} />}
      {drives.length > 0 && <DriveMap pool={name} drives={drives} grouping={grouping} />}
    </section>
  )
}

function Used({ used, total }: { used: number; total: number }) {
  const t = useTexts('pools')
  return (
    <>
      <Bytes bytes={used} />{' '}
      <span className={layout.muted}>
        {t('facts.ofTotal')} <Bytes bytes={total} /> ({formatShare(total > 0 ? used / total : 0)})
      </span>
      {total > 0 && <progress className={classes.meter} max={total} value={used} aria-hidden="true" />}
    </>
  )
}

function Actions({ pool, pools, rebalance }: { pool: Pool; pools: readonly Pool[]; rebalance: Rebalance | undefined }) {
  const t = useTexts('pools')
  const { state } = pool.decommission
  const number = pool.id + 1
  const denied = useDenied('', 'decommission')
  const cancel = useChange(cancelDecommission, {
    changes: [listPools],
    notice: t('decommission.canceled', { number }),
    onError: showError,
  })
  const { open, dialog } = useDialogs({
    decommission: (close) => <DecommissionDialog pool={pool} pools={pools} rebalance={rebalance} onClose={close} />,
  })
  if (state === 'complete') return null
  if (state === 'running') {
    return (
      <ExplainedButton
        variant="default"
        disabledReason={denied.decommission}
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ body: { pool: pool.cmdline } })}
      >
        {t('decommission.cancel')}
      </ExplainedButton>
    )
  }
  const obstacle = obstacleOf(checkDecommission(pool, pools, rebalance))
  return (
    <>
      <ExplainedButton
        variant="default"
        aria-label={t('decommission.title', { number })}
        disabledReason={denied.decommission ?? (obstacle && t(`decommission.obstacles.${obstacle}`))}
        onClick={() => open('decommission')}
      >
        {t('decommission.action')}
      </ExplainedButton>
      {dialog}
    </>
  )
}

/** How far the decommission of a pool is, or how it ended. */
function Decommission({ pool }: { pool: Pool }) {
  const t = useTexts('pools')
  const { state, startedAt, moved, movedBytes, failed, failedBytes } = pool.decommission
  const { share, leftSeconds } = decommissionProgress(pool, useNow())
  if (state === 'none') return null
  const amount = (count: number, bytes: number) => (
    <>
      {t('facts.versions', { count, number: formatCount(count) })} (<Bytes bytes={bytes} />)
    </>
  )
  const facts: [string, ReactNode][] = [
    [t('facts.moved'), amount(moved, movedBytes)],
    [t('facts.failed'), amount(failed, failedBytes)],
  ]
  // Servers forget it when the decommission is canceled.
  if (startedAt !== '') facts.unshift([t('facts.started'), <RelativeTime key="started" iso={startedAt} />])
  if (state === 'running') {
    facts.push([
      t('facts.left'),
      leftSeconds === null ? t('facts.unknown') : <Duration key="left" seconds={leftSeconds} />,
    ])
  }
  return (
    <div className={classes.decommission}>
      <p className={layout.note}>{t(`stateNotes.${state}`)}</p>
      {state === 'running' && (
        <div className={layout.row}>
          <progress className={classes.progress} max={1} value={share} aria-label={t('progress')} />
          {formatShare(share)}
        </div>
      )}
      <FactList facts={facts} className={layout.figures} />
      {failed > 0 && (
        <p className={layout.note}>
          {t('failedHint')} <AppLink to={logsPath()}>{t('failedLink')}</AppLink>
        </p>
      )}
    </div>
  )
}
