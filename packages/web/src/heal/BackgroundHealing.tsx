import { getBackgroundHeal, type HealingDrive } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { healingProgress, isReported } from '../shared/healing-progress.ts'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import classes from './heal.module.css'

const REFRESH_MS = 10_000

/** What the servers heal automatically: new drives, and what their scanner finds. */
export function BackgroundHealing() {
  const t = useTexts('heal')
  const { data, error, refetch, isFetching } = useApiQuery(getBackgroundHeal, {}, { refreshMs: REFRESH_MS })
  const content = () => {
    if (data === undefined)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <Loading />
    return (
      <>
        {error && <StaleNotice error={error} onRetry={() => void refetch()} />}
        <div role="status" className={layout.notes}>
          {data.offlineNodes.map((node) => (
            <WarningNote key={node}>{t('background.offline', { node })}</WarningNote>
          ))}
          {data.failedDrives.map(({ endpoint, path, state }) => (
            <WarningNote key={endpoint}>{t('background.failed', { drive: path || endpoint, state })}</WarningNote>
          ))}
        </div>
        {data.itemsScanned !== null && (
          <p className={layout.note}>{t('background.scanned', { number: formatCount(data.itemsScanned) })}</p>
        )}
        {data.drives.length === 0 && isReported(data) && <p className={layout.note}>{t('background.none')}</p>}
        {data.drives.length > 0 && (
          <div className={classes.scrolled}>
            <table className={`${layout.table} ${classes.table}`} aria-label={t('background.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('background.drive')}</th>
                  <th scope="col">{t('background.state')}</th>
                  <th scope="col" className={classes.number}>
                    {t('background.healed')}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t('background.failures')}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t('background.bytes')}
                  </th>
                  <th scope="col">{t('background.updated')}</th>
                </tr>
              </thead>
              <tbody>
                {data.drives.map((drive) => (
                  <DriveRow key={drive.endpoint} drive={drive} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </>
    )
  }
  return (
    <section className={layout.card} aria-labelledby="heal-background">
      <h2 className={layout.heading} id="heal-background">
        {t('background.title')}
      </h2>
      {content()}
    </section>
  )
}

function DriveRow({ drive }: { drive: HealingDrive }) {
  const t = useTexts('heal')
  const { path, endpoint, isFinished, itemsHealed, itemsFailed, bytesDone, updatedAt, currentBucket } = drive
  const progress = isFinished ? undefined : healingProgress(drive)
  return (
    <tr>
      <th scope="row" title={t('background.place', { pool: drive.pool + 1, set: drive.set + 1 })}>
        {path || endpoint}
      </th>
      <td>
        {t(isFinished ? 'background.finished' : 'background.healing')}
        {!isFinished && currentBucket !== '' && <div className={layout.note}>{currentBucket}</div>}
      </td>
      <td className={classes.number}>{formatCount(itemsHealed)}</td>
      <td className={classes.number}>{formatCount(itemsFailed)}</td>
      <td className={classes.number}>
        <Bytes bytes={bytesDone} />
        {progress && (
          <progress className={layout.meter} max={100} value={progress.percent} aria-label={t('background.bytes')} />
        )}
        {progress?.secondsLeft !== undefined && (
          <div className={layout.note}>{t('background.left', { time: formatDuration(progress.secondsLeft) })}</div>
        )}
      </td>
      <td>{updatedAt === '' ? '–' : <RelativeTime iso={updatedAt} />}</td>
    </tr>
  )
}
