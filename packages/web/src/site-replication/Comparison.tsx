import { SITE_ENTITIES, type Site, type SiteStatus } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { siteReplicationPath } from '../navigation/paths/pages.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { namesOf } from './site-names.ts'
import classes from './site-replication.module.css'

interface ComparisonProps {
  sites: readonly Site[]
  query: UseQueryResult<SiteStatus, ApiError>
  /** Whether nothing that the storage server says contradicts it. */
  isBelieved: boolean
}

/** How much is the same on all sites, or why that isn't known. */
export function Comparison({ sites, query, isBelieved }: ComparisonProps) {
  const t = useTexts('siteReplication')
  const { data, error } = query
  const silent = data?.silent ?? []
  const count = data === undefined ? 0 : data.differences.length + data.left
  const isCompared = data !== undefined && !error && silent.length === 0
  return (
    <section className={layout.card} aria-labelledby="comparison">
      <div className={classes.head}>
        <h2 className={layout.heading} id="comparison">
          {t('comparison.title')}
        </h2>
        {isCompared && count === 0 && isBelieved && <StateMark tone="good" text={t('comparison.same')} />}
        {isCompared && count > 0 && (
          <AppLink to={siteReplicationPath('differences')}>
            {t('comparison.differences', { count, number: formatCount(count) })}
          </AppLink>
        )}
      </div>
      <p className={layout.note}>{t('comparison.what')}</p>
      {/* What was compared before says nothing while the server gets no answer. */}
      {error ? (
        <>
          {(error.code === 'StorageTimeout' || error.code === 'SitesNotCompared') && (
            <WarningNote>{t('comparison.failed')}</WarningNote>
          )}
          <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        </>
      ) : (
        data === undefined && <Loading />
      )}
      {!error && silent.length > 0 && (
        <WarningNote>{t('comparison.silent', { sites: namesOf(silent, sites) })}</WarningNote>
      )}
      {isCompared && <Counts sites={sites} status={data} />}
    </section>
  )
}

function Counts({ sites, status }: { sites: readonly Site[]; status: SiteStatus }) {
  const t = useTexts('siteReplication')
  return (
    <div className={layout.tableArea}>
      <table className={layout.table} aria-label={t('comparison.title')}>
        <thead>
          <tr>
            <th scope="col">{t('comparison.entity')}</th>
            {sites.map(({ deploymentId, name }) => (
              <th key={deploymentId} scope="col">
                <ObjectName name={name} />
              </th>
            ))}
            <th scope="col">{t('comparison.different')}</th>
          </tr>
        </thead>
        <tbody>
          {SITE_ENTITIES.map((entity) => {
            const counts = sites.map(({ deploymentId }) => {
              const found = status.sites.find((one) => one.deploymentId === deploymentId)
              return { deploymentId, count: found?.counts?.[entity] ?? 0 }
            })
            const most = Math.max(...counts.map(({ count }) => count))
            return (
              <tr key={entity}>
                <th scope="row">{t(`entities.${entity}`)}</th>
                {counts.map(({ deploymentId, count }) => (
                  <td key={deploymentId} className={count < most ? layout.warn : undefined}>
                    {formatCount(count)}
                  </td>
                ))}
                <td className={status.different[entity] > 0 ? layout.warn : undefined}>
                  {formatCount(status.different[entity])}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
