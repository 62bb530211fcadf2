import type { CountedUsage, ScannerActivity } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatAge, formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { Unknown } from '../shared/text/Unknown.tsx'
import { useNow } from '../shared/use-now.ts'
import { Counted } from './Counted.tsx'
import { Part, type PartQuery } from './Part.tsx'

/** Younger counts are current: the embedded engine counts with each change. */
const CURRENT_MS = 60_000

/** What the scanner does, and how old the sizes are that it counts. */
export function ScannerCard({
  scanner,
  usage,
}: {
  scanner: PartQuery<ScannerActivity>
  usage: PartQuery<CountedUsage>
}) {
  const t = useTexts('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-scanner">
      <div className={layout.row}>
        <h2 className={layout.heading} id="activity-scanner">
          {t('scanner.title')}
        </h2>
        {scanner.data && <Cycle {...scanner.data} />}
      </div>
      <p className={layout.note}>{t('scanner.what')}</p>
      <Part query={scanner}>{(data) => <Scanner {...data} />}</Part>
      <h3 className={layout.subheading}>{t('usage.title')}</h3>
      <Part query={usage} hasOwnAge>
        {({ countedAt }) => <CountAge countedAt={countedAt} />}
      </Part>
    </section>
  )
}

function Cycle({ cycle, startedAt, endedAt }: ScannerActivity) {
  const t = useTexts('activity')
  if (cycle > 0) return <StateMark tone="good" text={t('scanner.running', { number: formatCount(cycle) })} />
  const isNew = startedAt === '' && endedAt === ''
  return <StateMark tone="muted" text={t(isNew ? 'scanner.noCycle' : 'scanner.waiting')} />
}

function Scanner(data: ScannerActivity) {
  const t = useTexts('activity')
  const { collectedAt, cycle, startedAt, endedAt, lastSeconds, betweenSeconds } = data
  const { buckets, objects, versions, paths, morePaths } = data
  const facts: [string, ReactNode][] = []
  if (cycle > 0 && startedAt !== '') {
    const seconds = Math.max(0, (Date.parse(collectedAt) - Date.parse(startedAt)) / 1000)
    facts.push([t('scanner.runningFor'), <Duration key="for" seconds={Math.floor(seconds)} />])
  }
  facts.push(
    [t('scanner.lastEnded'), endedAt === '' ? t('scanner.never') : <RelativeTime key="ended" iso={endedAt} />],
    [
      t('scanner.lastTook'),
      lastSeconds === null ? (
        <Unknown key="took" reason={t('scanner.tookUnknown')} />
      ) : (
        <Duration key="took" seconds={Math.ceil(lastSeconds)} />
      ),
    ],
  )
  if (betweenSeconds !== null) {
    facts.push([
      t('scanner.between'),
      <span key="between" title={t('scanner.betweenHint')}>
        <Duration seconds={Math.round(betweenSeconds)} />
      </span>,
    ])
  }
  facts.push(
    [t('scanner.buckets'), formatCount(buckets)],
    [t('scanner.objects'), <Counted key="objects" {...objects} />],
  )
  if (versions !== null) facts.push([t('scanner.versions'), <Counted key="versions" {...versions} />])
  const count = paths.length + morePaths
  return (
    <>
      <FactList facts={facts} className={layout.figures} />
      {count > 0 && (
        <details>
          <summary>{t('scanner.paths', { number: formatCount(count) })}</summary>
          <ul className={layout.bullets} translate="no">
            {paths.map((path) => (
              <li key={path}>
                <code dir="ltr">{path}</code>
              </li>
            ))}
          </ul>
          {morePaths > 0 && <p className={layout.note}>{t('scanner.morePaths', { number: formatCount(morePaths) })}</p>}
        </details>
      )}
    </>
  )
}

function CountAge({ countedAt }: { countedAt: string }) {
  const t = useTexts('activity')
  const age = useNow() - Date.parse(countedAt)
  if (countedAt === '') return <p>{t('usage.never')}</p>
  return <p>{age < CURRENT_MS ? t('usage.current') : t('usage.counted', { age: formatAge(age) })}</p>
}
