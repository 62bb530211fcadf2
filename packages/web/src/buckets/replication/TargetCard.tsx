import { type BucketResync, formatBytes, type WatchedTarget } from '@cooperage/contract'
import { IconRefreshDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { FactList } from '../../shared/FactList.tsx'
import layout from '../../shared/layout.module.css'
import { StateMark, type Tone } from '../../shared/StateMark.tsx'
import { Duration } from '../../shared/text/Duration.tsx'
import { formatLatency } from '../../shared/text/latency.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma } from '../../shared/text/punctuation.ts'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { useDenied } from '../index.ts'
import { BucketResyncDialog } from './BucketResyncDialog.tsx'
import { isDown } from './failing.ts'
import classes from './replication.module.css'
import type { Direction } from './use-returns.ts'

interface TargetCardProps {
  bucket: string
  target: WatchedTarget
  direction: Direction
}

/** A target: its connection, what was replicated to it and what failed, and the last resync. */
export function TargetCard({ bucket, target, direction }: TargetCardProps) {
  const t = useTexts('replication')
  const denied = useDenied(bucket, 'resync', 'readTargets')
  const { open, dialog } = useDialogs({
    resync: (close) => <BucketResyncDialog bucket={bucket} target={target} onClose={close} />,
  })
  const heading = `target-${target.arn}`
  const obstacle = () => {
    if (target.resync?.state === 'running') return t('resync.running')
    if (!target.canResync) return t('resync.needsExisting')
    return isDown(target) ? t('resync.offline') : undefined
  }
  return (
    <section className={layout.card} aria-labelledby={heading}>
      <div className={layout.cardHead}>
        <div>
          <div className={layout.row}>
            <h3 className={layout.heading} id={heading}>
              <ObjectName name={target.bucket} />
            </h3>
            <Connection target={target} />
          </div>
          {target.link && (
            <code className={classes.arn} translate="no">
              {target.link.endpoint}
            </code>
          )}
        </div>
        <ExplainedButton
          variant="default"
          size="compact-md"
          leftSection={<IconRefreshDot size={16} />}
          disabledReason={denied.resync ?? obstacle()}
          onClick={() => open('resync')}
        >
          {t('resync.action')}
        </ExplainedButton>
      </div>
      <Facts target={target} direction={direction} />
      {target.link === null && <p className={layout.muted}>{denied.readTargets ?? t('rule.targetUnknown')}</p>}
      {target.resync && <Resync resync={target.resync} />}
      {dialog}
    </section>
  )
}

function Connection({ target }: { target: WatchedTarget }) {
  const t = useTexts('replication')
  const { link, isEnabled } = target
  if (!isEnabled) return <StateMark tone="muted" text={t('watch.states.disabled')} />
  if (link === null) return null
  if (link.online) return <StateMark tone="good" text={t('watch.states.online')} />
  if (!isDown(target)) return <StateMark tone="muted" text={t('watch.states.unused')} />
  if (link.lastOnline === '') return <StateMark tone="bad" text={t('watch.states.offline')} />
  return (
    <span>
      <StateMark tone="bad" text={t('watch.states.offlineSince')} /> <RelativeTime iso={link.lastOnline} />
    </span>
  )
}

function Facts({ target: { link, counts }, direction }: Pick<TargetCardProps, 'target' | 'direction'>) {
  const t = useTexts('replication')
  const facts: [string, ReactNode][] = []
  if (counts) {
    const { replicated, failed, failedLastHour, uploadMs } = counts
    const amount = ({ count, bytes }: typeof failed) => ({
      count,
      number: formatCount(count),
      size: formatBytes(bytes),
    })
    facts.push(
      [
        t('watch.facts.replicated'),
        <span key="replicated" title={t('watch.since')}>
          {t('watch.versions', amount(replicated))}
        </span>,
      ],
      [
        t('watch.facts.failed'),
        <span key="failed" title={t('watch.since')} data-tone={(failedLastHour?.count ?? 0) > 0 ? 'bad' : undefined}>
          {t('watch.attempts', amount(failed))}
          {failed.count > 0 &&
            failedLastHour &&
            `${comma()}${t('watch.lastHour', { number: formatCount(failedLastHour.count) })}`}
        </span>,
      ],
      [
        t('watch.facts.upload'),
        <span key="upload" title={t('watch.facts.uploadHint')}>
          {uploadMs === null ? '–' : formatLatency(uploadMs)}
        </span>,
      ],
    )
  }
  if (link) {
    facts.push([t('watch.facts.latency'), link.latencyMs > 0 ? formatLatency(link.latencyMs) : '–'])
    if (link.downtimeSeconds > 0) {
      facts.push([
        t('watch.facts.downtime'),
        <span key="downtime" title={t('watch.since')}>
          <Duration seconds={link.downtimeSeconds} />
        </span>,
      ])
    }
  }
  if (link && counts) {
    const rate = formatBytes(Math.round(counts.bandwidth))
    const limit = formatBytes(link.bandwidthLimit)
    facts.push([
      t('watch.facts.bandwidth'),
      link.bandwidthLimit > 0 ? t('watch.rate', { rate, limit }) : t('watch.rateUnlimited', { rate }),
    ])
  }
  facts.push([
    t('watch.facts.direction'),
    <span key="direction" title={direction === 'unknown' ? t('watch.directionUnknown') : undefined}>
      {t(`watch.directions.${direction}`)}
    </span>,
  ])
  return <FactList facts={facts} />
}

const TONES: Readonly<Record<BucketResync['state'], Tone>> = {
  running: 'warn',
  complete: 'good',
  failed: 'bad',
  canceled: 'muted',
  unknown: 'warn',
}

/** Servers don't say how many objects there are, so there is no share that is done. */
function Resync({ resync: { state, startedAt, updatedAt, replicated, failed, object } }: { resync: BucketResync }) {
  const t = useTexts('replication')
  const versions = ({ count, bytes }: typeof failed) =>
    t('watch.versions', { count, number: formatCount(count), size: formatBytes(bytes) })
  const facts: [string, ReactNode][] = []
  if (startedAt !== '') facts.push([t('resync.facts.started'), <RelativeTime key="started" iso={startedAt} />])
  if (updatedAt !== '') facts.push([t('resync.facts.updated'), <RelativeTime key="updated" iso={updatedAt} />])
  facts.push([
    t('resync.facts.sent'),
    <span key="sent" title={t('resync.facts.sentHint')}>
      {versions(replicated)}
    </span>,
  ])
  if (failed.count > 0) facts.push([t('resync.facts.failed'), versions(failed)])
  if (state === 'running' && object !== '') {
    facts.push([t('resync.facts.last'), <ObjectName key="last" name={object} />])
  }
  return (
    <section className={classes.resync}>
      <div className={layout.row}>
        <h4 className={layout.subheading}>{t('resync.heading')}</h4>
        <StateMark tone={TONES[state]} text={t(`resync.states.${state}`)} />
      </div>
      <FactList facts={facts} />
    </section>
  )
}
