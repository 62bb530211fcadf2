import { formatBytes, type SiteResync } from '@cooperage/contract'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useNow } from '../shared/use-now.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { joined } from './site-names.ts'
import classes from './site-replication.module.css'

const TONES: Readonly<Record<Exclude<SiteResync['state'], 'none'> | 'notEnded', Tone>> = {
  running: 'warn',
  notEnded: 'bad',
  complete: 'good',
  failed: 'bad',
  canceled: 'muted',
  unknown: 'warn',
}
/** Servers report no progress while they look through objects that need nothing, but hardly for this long. */
const STUCK_MS = 2 * 60_000

/** The last resync to a site. Servers don't say how many objects there are, so there is no share that is done. */
export function Resync({ resync }: { resync: SiteResync }) {
  const t = useTexts('siteReplication')
  const { state, startedAt, updatedAt, buckets, failedBuckets, failed, failedBytes, bucket, object, wasCanceled } =
    resync
  const now = useNow()
  const heading = useId()
  if (state === 'none') return null
  const shown = state === 'running' && wasCanceled ? 'notEnded' : state
  const versions = (count: number, bytes: number) =>
    t('resync.sent', { count, number: formatCount(count), size: formatBytes(bytes) })
  const facts: [string, ReactNode][] = [
    [t('resync.facts.started'), <RelativeTime key="started" iso={startedAt} />],
    [t('resync.facts.updated'), <RelativeTime key="updated" iso={updatedAt} />],
    [t('resync.facts.sent'), versions(resync.replicated, resync.replicatedBytes)],
    [t('resync.facts.buckets'), formatCount(buckets)],
  ]
  if (failed > 0) facts.push([t('resync.facts.failed'), versions(failed, failedBytes)])
  if (failedBuckets.length > 0) facts.push([t('resync.facts.failedBuckets'), joined(failedBuckets)])
  if (state === 'running' && bucket !== '') {
    facts.push([t('resync.facts.last'), <ObjectName key="last" name={`${bucket}/${object}`} />])
  }
  return (
    <section className={classes.resync} aria-labelledby={heading}>
      <div className={classes.head}>
        <h3 className={layout.subheading} id={heading}>
          {t('resync.heading')}
        </h3>
        <StateMark tone={TONES[shown]} text={t(`resync.states.${shown}`)} />
      </div>
      {shown === 'notEnded' && <WarningNote>{t('resync.notEnded')}</WarningNote>}
      {state === 'complete' && wasCanceled && <WarningNote>{t('resync.completeAnyway')}</WarningNote>}
      {shown === 'running' && now - Date.parse(updatedAt) > STUCK_MS && <WarningNote>{t('resync.stuck')}</WarningNote>}
      <FactList facts={facts} />
    </section>
  )
}
