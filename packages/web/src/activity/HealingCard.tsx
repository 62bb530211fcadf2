import type { BackgroundHeal, HealingDrive } from '@cooperage/contract'
import { memo, type ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { healPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { FactList } from '../shared/FactList.tsx'
import { healingProgress, isReported } from '../shared/healing-progress.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { itemsLeft, MAX_SHOWN_DRIVES, orderedDrives } from './healing-drives.ts'
import { Part, type PartQuery } from './Part.tsx'

/** The drives being rebuilt, and what waits to be healed. No query: the server has a single drive. */
export function HealingCard({ query }: { query: PartQuery<BackgroundHeal> | undefined }) {
  const t = useTexts('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-healing">
      <h2 className={layout.heading} id="activity-healing">
        {t('healing.title')}
      </h2>
      {query === undefined ? (
        <p className={layout.note}>{t('healing.oneDrive')}</p>
      ) : (
        <Part query={query}>{(data) => <Healing {...data} />}</Part>
      )}
    </section>
  )
}

function Healing(healing: BackgroundHeal) {
  const { itemsScanned, waiting, drives, failedDrives } = healing
  const t = useTexts('activity')
  const isKnown = isReported(healing)
  const { pages = [] } = useSession() ?? {}
  const more = drives.length - MAX_SHOWN_DRIVES
  const running = drives.filter(({ isFinished }) => !isFinished).length
  return (
    <>
      <FactList
        facts={[
          [t('healing.drives'), isKnown ? formatCount(running) : t('unreported')],
          [t('healing.failedDrives'), formatCount(failedDrives.length)],
          [t('healing.scanned'), itemsScanned === null ? t('unreported') : formatCount(itemsScanned)],
          [
            t('healing.waiting'),
            waiting === null ? (
              <span key="waiting" title={t('healing.waitingUnreported')}>
                {t('unreported')}
              </span>
            ) : (
              formatCount(waiting)
            ),
          ],
        ]}
        className={layout.figures}
      />
      {isKnown && drives.length === 0 && <p className={layout.note}>{t('healing.none')}</p>}
      {orderedDrives(drives)
        .slice(0, MAX_SHOWN_DRIVES)
        .map((drive) => (
          <Drive key={drive.endpoint} drive={drive} />
        ))}
      {(more > 0 || failedDrives.length > 0) && (
        <p className={layout.note}>
          {more > 0 && t('healing.more', { number: formatCount(more) })}{' '}
          {pages.includes('/heal') && <AppLink to={healPath()}>{t('healing.open')}</AppLink>}
        </p>
      )}
    </>
  )
}

const Drive = memo(function Drive({ drive }: { drive: HealingDrive }) {
  const t = useTexts('activity')
  const { endpoint, path, isFinished, pool, set, itemsHealed, itemsFailed, itemsSkipped } = drive
  const { bytesDone, bucketsLeft, updatedAt } = drive
  const progress = isFinished ? undefined : healingProgress(drive)
  const left = itemsLeft(drive)
  const facts: [string, ReactNode][] = [
    [t('healing.healed'), formatCount(itemsHealed)],
    [t('healing.failed'), formatCount(itemsFailed)],
    [t('healing.skipped'), formatCount(itemsSkipped)],
    [t('healing.data'), <Bytes key="data" bytes={bytesDone} />],
  ]
  if (left !== undefined) facts.push([t('healing.itemsLeft'), formatCount(left)])
  if (!isFinished) facts.push([t('healing.bucketsLeft'), formatCount(bucketsLeft)])
  if (updatedAt !== '') facts.push([t('healing.updated'), <RelativeTime key="updated" iso={updatedAt} />])
  const about = [
    ...(progress ? [t('healing.percent', { percent: progress.percent })] : []),
    ...(progress?.secondsLeft === undefined ? [] : [t('healing.left', { time: formatDuration(progress.secondsLeft) })]),
  ].join(' · ')
  return (
    <section className={layout.stack} aria-label={endpoint}>
      <div className={layout.row}>
        <h3 className={layout.subheading} translate="no" title={t('healing.place', { pool: pool + 1, set: set + 1 })}>
          <bdi>{endpoint || path}</bdi>
        </h3>
        <StateMark tone={isFinished ? 'good' : 'warn'} text={t(isFinished ? 'healing.finished' : 'healing.running')} />
        <span className={layout.note}>{about}</span>
      </div>
      {progress && (
        <progress
          className={layout.meter}
          max={100}
          value={progress.percent}
          aria-label={t('healing.progress', { drive: endpoint || path })}
        />
      )}
      <FactList facts={facts} className={layout.line} />
    </section>
  )
})
