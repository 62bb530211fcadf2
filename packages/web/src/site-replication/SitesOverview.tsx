import type { listSiteResyncs, RouteResponse, reachSites, SiteReplication, SiteStatus } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { Comparison } from './Comparison.tsx'
import { Contradictions } from './Contradictions.tsx'
import { SiteCard } from './SiteCard.tsx'
import classes from './site-replication.module.css'

interface SitesOverviewProps {
  group: SiteReplication
  status: UseQueryResult<SiteStatus, ApiError>
  resyncs: UseQueryResult<RouteResponse<typeof listSiteResyncs>, ApiError>
  /** Which sites respond to the console, if the storage server can't compare them. */
  reached: RouteResponse<typeof reachSites> | undefined
}

/** Each site with its connection and resync, and how much is the same on all of them. */
export function SitesOverview({ group, status, resyncs, reached }: SitesOverviewProps) {
  const sites = group.items
  const t = useTexts('siteReplication')
  const contradictions = [...group.contradictions, ...(status.data?.contradictions ?? [])]
  return (
    <>
      <div role="status" className={layout.notes}>
        {sites.length === 1 && <WarningNote>{t('alone')}</WarningNote>}
        {group.left > 0 && <WarningNote>{t('left', { number: formatCount(group.left) })}</WarningNote>}
        <Contradictions found={contradictions} />
      </div>
      {resyncs.error && <StaleNotice error={resyncs.error} onRetry={() => void resyncs.refetch()} />}
      <div className={classes.sites}>
        {sites.map((site) => {
          const isThis = ({ deploymentId }: { deploymentId: string }) => deploymentId === site.deploymentId
          return (
            <SiteCard
              key={site.deploymentId}
              site={site}
              link={status.error ? undefined : status.data?.sites.find(isThis)?.link}
              isPending={status.isPending}
              isSilent={!status.error && status.data?.silent.includes(site.deploymentId) === true}
              reached={reached?.items.find(isThis)?.state}
              lacksBuckets={
                status.data?.differences.some(
                  ({ entity, missingOn }) => entity === 'bucket' && missingOn.includes(site.deploymentId),
                ) === true
              }
              resync={resyncs.data?.items.find(isThis)}
            />
          )
        })}
      </div>
      <Comparison sites={sites} query={status} isBelieved={contradictions.length === 0} />
    </>
  )
}
