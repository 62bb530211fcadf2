import { HEALTH_COLORS, type HealProgress, type HealthColumns } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { progressTo } from '../shared/progress.ts'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { colorShares } from './color-shares.ts'
import classes from './heal.module.css'

const TONES = {
  running: 'muted',
  reconnecting: 'warn',
  finished: 'good',
  stopped: 'warn',
  unknown: 'warn',
} as const satisfies Record<string, Tone>

interface HealFiguresProps {
  progress: HealProgress
  state: keyof typeof TONES
  /** The size of all that is healed, in bytes, as the storage server last counted it; 0 if it isn't known. */
  size: number
}

/** The totals of a heal, and the health of its items before and after (spec object-browser-and-tools 9). */
export function HealFigures({ progress, state, size }: HealFiguresProps) {
  const t = useTexts('heal')
  const isLive = state === 'running' || state === 'reconnecting'
  const figures: [string, ReactNode][] = [
    [t('figures.itemsScanned'), formatCount(progress.itemsScanned)],
    [t('figures.objectsScanned'), formatCount(progress.objectsScanned)],
    [t('figures.objectsHealed'), formatCount(progress.objectsHealed)],
    [t('figures.itemsFailed'), formatCount(progress.itemsFailed)],
    [t('figures.bytesScanned'), <Bytes key="bytes" bytes={progress.bytesScanned} />],
    [t('figures.healDuration'), <Duration key="time" seconds={progress.healDuration} />],
  ]
  return (
    <section className={layout.card} aria-labelledby="heal-progress">
      <div className={`${layout.row} ${classes.titleLine}`}>
        <h2 className={layout.heading} id="heal-progress">
          {t('progress')}
        </h2>
        <span role="status">
          <StateMark tone={TONES[state]} text={t(`states.${state}`)} />
        </span>
      </div>
      {isLive && <About progress={progress} size={size} />}
      <FactList facts={figures} className={`${layout.figures} ${classes.figures}`} />
      <Health label={t('before')} columns={progress.healthBeforeCols} />
      <Health label={t('after')} columns={progress.healthAfterCols} />
    </section>
  )
}

/** About how much of a bucket is scanned, and how long the rest takes at the same rate; nothing if it can't be known. */
function About({ progress: { isPartial, bytesScanned, healDuration }, size }: Omit<HealFiguresProps, 'state'>) {
  const t = useTexts('heal')
  // The scanner counts now and then: what was written since isn't in its size.
  if (isPartial || bytesScanned > size) return null
  const about = progressTo(size, bytesScanned, healDuration > 0 ? bytesScanned / healDuration : 0)
  if (about === undefined) return null
  const { percent, secondsLeft } = about
  const text = [
    t('about.percent', { percent }),
    ...(secondsLeft === undefined ? [] : [t('about.left', { time: formatDuration(secondsLeft) })]),
  ].join(' · ')
  return (
    <div className={classes.about}>
      <progress className={layout.meter} max={100} value={percent} aria-label={text} />
      <span className={layout.note}>{text}</span>
    </div>
  )
}

/** The share of each color, as a bar and in words. */
function Health({ label, columns }: { label: string; columns: HealthColumns }) {
  const t = useTexts('heal')
  const shares = colorShares(columns)
  return (
    <div className={classes.health}>
      <h3 className={layout.subheading}>{label}</h3>
      <div className={classes.bar} aria-hidden="true">
        {HEALTH_COLORS.map((color) => (
          <span key={color} data-color={color} style={{ flexGrow: columns[color] }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {HEALTH_COLORS.map((color) => (
          <li key={color} title={t(`colorHints.${color}`)}>
            <span className={classes.dot} data-color={color} aria-hidden="true" />
            {t(`colors.${color}`)} <b>{shares[color]}</b>{' '}
            <span className={layout.note}>({formatCount(columns[color])})</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
