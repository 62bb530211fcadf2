import { formatBytes, type Site, type SiteLink, type SiteResync } from '@cooperage/contract'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatLatency } from '../shared/text/latency.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { Resync } from './Resync.tsx'
import { SiteMenu } from './SiteMenu.tsx'
import classes from './site-replication.module.css'

interface SiteCardProps {
  site: Site
  /** undefined if it isn't known; null if the storage server hasn't used the connection, or is this site. */
  link: SiteLink | null | undefined
  /** The storage server is asked for the first time. */
  isPending: boolean
  /** It didn't answer the storage server. */
  isSilent: boolean
  /** Whether it responds to the console, if the storage server doesn't say. */
  reached: 'online' | 'offline' | 'unchecked' | undefined
  /** Buckets of other sites aren't there yet. */
  lacksBuckets: boolean
  resync: SiteResync | undefined
}

/** A site: its connection from here, how it is replicated to, and the last resync. */
export function SiteCard({ site, lacksBuckets, resync, ...connection }: SiteCardProps) {
  const t = useTexts('siteReplication')
  const heading = useId()
  const { link, isSilent, reached } = connection
  const isDown = isSilent || link?.isOnline === false || reached === 'offline'
  return (
    <section className={layout.card} aria-labelledby={heading}>
      <div className={layout.cardHead}>
        <div>
          <div className={classes.head}>
            <h2 className={layout.heading} id={heading}>
              <ObjectName name={site.name} />
            </h2>
            {site.isHere ? <span className={layout.muted}>{t('here')}</span> : <Connection {...connection} />}
          </div>
          <code className={classes.endpoint} translate="no">
            {site.endpoint}
          </code>
        </div>
        <SiteMenu site={site} isDown={isDown} lacksBuckets={lacksBuckets} resync={resync} />
      </div>
      {!site.isHere && <Facts site={site} link={link} />}
      {resync && resync.state !== 'none' && <Resync resync={resync} />}
    </section>
  )
}

/** What the storage server says comes first; what the console sees is only for when it says nothing. */
function Connection(props: Pick<SiteCardProps, 'link' | 'isPending' | 'isSilent' | 'reached'>) {
  const { link, isPending, isSilent, reached } = props
  const t = useTexts('siteReplication')
  if (link?.isOnline === false) {
    if (link.lastOnline === '') return <StateMark tone="bad" text={t('states.offline')} />
    return (
      <>
        <StateMark tone="bad" text={t('states.offlineSince')} /> <Timestamp iso={link.lastOnline} />
      </>
    )
  }
  if (isSilent) return <StateMark tone="bad" text={t('states.silent')} />
  if (link) return <StateMark tone="good" text={t('states.online')} />
  if (link === null) return <StateMark tone="muted" text={t('states.unused')} />
  if (reached === 'offline') return <StateMark tone="bad" text={t('states.unreached')} />
  if (isPending) return null
  if (reached === 'online') return <StateMark tone="good" text={t('states.reached')} />
  return <StateMark tone="muted" text={t('states.unknown')} />
}

function Facts({ site, link }: Pick<SiteCardProps, 'site' | 'link'>) {
  const t = useTexts('siteReplication')
  const operations = (count: number, bytes: number) =>
    t('facts.operations', { count, number: formatCount(count), size: formatBytes(bytes) })
  const facts: [string, ReactNode][] = []
  if (link) {
    facts.push(
      [t('facts.latency'), link.latencyMs > 0 ? formatLatency(link.latencyMs) : '–'],
      [
        t('facts.replicated'),
        <span key="replicated" title={t('facts.since')}>
          {operations(link.replicated, link.replicatedBytes)}
        </span>,
      ],
      [
        t('facts.failed'),
        <span key="failed" title={t('facts.since')}>
          {operations(link.failed, link.failedBytes)}
          {link.failed > 0 && `, ${t('facts.failedHour', { number: formatCount(link.failedLastHour) })}`}
        </span>,
      ],
      [
        t('facts.downtime'),
        <span key="downtime" title={t('facts.since')}>
          {link.downtimeSeconds > 0 ? <Duration seconds={link.downtimeSeconds} /> : '–'}
        </span>,
      ],
    )
  }
  facts.push(
    [t('facts.mode'), t(site.isSync ? 'facts.sync' : 'facts.async')],
    [
      t('facts.bandwidth'),
      site.bandwidth > 0 ? t('facts.perSecond', { size: formatBytes(site.bandwidth) }) : t('facts.unlimited'),
    ],
  )
  return <FactList facts={facts} />
}
