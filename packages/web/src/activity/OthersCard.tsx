import {
  type CountedUsage,
  formatBytes,
  type listBatchJobs,
  type RouteResponse,
  SITE_REPLICATION_FEATURE,
} from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { bucketsPath } from '../navigation/paths/buckets.ts'
import { batchJobsPath, siteReplicationPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { Part, type PartQuery } from './Part.tsx'

interface OthersCardProps {
  usage: PartQuery<CountedUsage>
  /** undefined for a server without batch jobs. */
  jobs: PartQuery<RouteResponse<typeof listBatchJobs>> | undefined
}

/** What has pages of its own: a line of each. */
export function OthersCard({ usage, jobs }: OthersCardProps) {
  const t = useTexts('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-others">
      <h2 className={layout.heading} id="activity-others">
        {t('others.title')}
      </h2>
      <h3 className={layout.subheading}>{t('others.replication')}</h3>
      <Part query={usage} hasOwnAge>
        {(data) => <Replication {...data} />}
      </Part>
      {jobs && (
        <>
          <h3 className={layout.subheading}>{t('others.jobs')}</h3>
          <Part query={jobs}>{(data) => <Jobs {...data} />}</Part>
        </>
      )}
    </section>
  )
}

function Replication({ countedAt, replication }: CountedUsage) {
  const t = useTexts('activity')
  const { pages = [], features = [] } = useSession() ?? {}
  const { pending, pendingBytes, failed, failedBytes } = replication
  const amount = (count: number, bytes: number) =>
    count === 0 ? formatCount(0) : t('others.amount', { number: formatCount(count), size: formatBytes(bytes) })
  if (countedAt === '') return <p className={layout.note}>{t('usage.never')}</p>
  return (
    <>
      <FactList
        facts={[
          [t('others.pending'), amount(pending, pendingBytes)],
          [t('others.failed'), amount(failed, failedBytes)],
          [t('others.counted'), <RelativeTime key="counted" iso={countedAt} />],
        ]}
        className={layout.line}
      />
      <div className={layout.row}>
        {pages.includes('/buckets') && <AppLink to={bucketsPath()}>{t('others.buckets')}</AppLink>}
        {features.includes(SITE_REPLICATION_FEATURE) && pages.includes('/site-replication') && (
          <AppLink to={siteReplicationPath()}>{t('others.sites')}</AppLink>
        )}
      </div>
    </>
  )
}

function Jobs({ items, left }: RouteResponse<typeof listBatchJobs>) {
  const t = useTexts('activity')
  const { pages = [] } = useSession() ?? {}
  const countOf = (state: string) => formatCount(items.filter(({ progress }) => progress.state === state).length)
  return (
    <>
      <FactList
        facts={[
          [t('others.running'), countOf('running')],
          [t('others.waiting'), countOf('waiting')],
        ]}
        className={layout.line}
      />
      {left > 0 && <p className={layout.note}>{t('others.newestOnly', { number: formatCount(items.length) })}</p>}
      {pages.includes('/batch-jobs') && (
        <div className={layout.row}>
          <AppLink to={batchJobsPath()}>{t('others.openJobs')}</AppLink>
        </div>
      )}
    </>
  )
}
