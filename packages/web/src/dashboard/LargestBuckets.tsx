import type { Usage } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { bucketPath } from '../navigation/paths/buckets.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { ErrorFacts } from '../shared/feedback/ErrorFacts.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './dashboard.module.css'
import { percentOf } from './shares.ts'

/** The largest buckets and their share of the usage. A visitor without permission sees the reason. */
export function LargestBuckets({ usage }: { usage: UseQueryResult<Usage, ApiError> }) {
  const t = useTexts('dashboard')
  const { data, error } = usage
  return (
    <section className={layout.card} aria-labelledby="dashboard-largest">
      <h2 className={layout.heading} id="dashboard-largest">
        {t('largest.title')}
      </h2>
      {error &&
        (data === undefined ? (
          <p className={layout.note}>
            {error.message} <ErrorFacts error={error} detail="code" />
          </p>
        ) : (
          <StaleNotice error={error} onRetry={() => void usage.refetch()} />
        ))}
      {data && data.totalBytes === 0 && (
        <p className={layout.note}>{t(data.countedAt === '' ? 'uncounted' : 'largest.none')}</p>
      )}
      {data && data.totalBytes > 0 && <Table usage={data} />}
    </section>
  )
}

function Table({ usage: { buckets, others, totalBytes } }: { usage: Usage }) {
  const t = useTexts('dashboard')
  return (
    <div className={classes.scrolled}>
      <table className={`${layout.table} ${classes.table}`} aria-label={t('largest.title')}>
        <thead>
          <tr>
            <th scope="col">{t('largest.columns.bucket')}</th>
            <th scope="col" className={classes.number}>
              {t('largest.columns.size')}
            </th>
            <th scope="col" className={classes.shareColumn}>
              {t('largest.columns.share')}
            </th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              {t('largest.columns.objects')}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ name, size, objects }) => (
            <tr key={name}>
              <th scope="row">
                <AppLink to={bucketPath(name)}>
                  <ObjectName name={name} />
                </AppLink>
              </th>
              <Share size={size} objects={objects} total={totalBytes} />
            </tr>
          ))}
          {others.buckets > 0 && (
            <tr>
              <th scope="row" className={layout.muted}>
                {t('largest.others', { count: others.buckets, number: formatCount(others.buckets) })}
              </th>
              <Share size={others.size} objects={others.objects} total={totalBytes} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

interface ShareProps {
  size: number
  objects: number
  total: number
}

function Share({ size, objects, total }: ShareProps) {
  return (
    <>
      <td className={classes.number}>
        <Bytes bytes={size} />
      </td>
      <td>
        <div className={classes.share}>
          <progress className={classes.bar} max={Math.max(total, 1)} value={size} aria-hidden="true" />
          <span>{percentOf(size, total)}</span>
        </div>
      </td>
      <td className={`${classes.number} ${classes.wide}`}>{formatCount(objects)}</td>
    </>
  )
}
