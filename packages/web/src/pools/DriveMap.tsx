import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { listFormat } from '../shared/text/intl.ts'
import { formatLatency } from '../shared/text/latency.ts'
import { formatCount } from '../shared/text/numbers.ts'
import {
  countMarks,
  DRIVE_MARKS,
  type DriveMark,
  type Grouping,
  groupDrives,
  type MarkedDrive,
  usedShare,
} from './drive-marks.ts'
import { formatShare } from './figures.ts'
import classes from './pools.module.css'

const together = listFormat({ type: 'unit', style: 'short' })

/** What the squares mean, with how many there are of each, and the choice of their order. */
export function DriveLegend({
  drives,
  grouping,
  onGroup,
}: {
  drives: readonly MarkedDrive[]
  grouping: Grouping
  onGroup: (grouping: Grouping) => void
}) {
  const t = useTexts('pools')
  const counts = countMarks(drives)
  return (
    <div className={classes.legend}>
      <ul className={classes.marks}>
        {DRIVE_MARKS.toReversed().map((mark) => (
          <li key={mark} title={t(`markHints.${mark}`)}>
            <span className={classes.drive} data-mark={mark} aria-hidden="true" />
            {t('counted', { number: formatCount(counts[mark]), mark: t(`marks.${mark}`) })}
          </li>
        ))}
      </ul>
      <span className={layout.note}>{t('map.legend')}</span>
      <NativeSelect
        className={classes.grouping ?? ''}
        aria-label={t('map.groupBy')}
        title={t('map.groupBy')}
        value={grouping}
        onChange={(event) => onGroup(event.currentTarget.value as Grouping)}
        data={(['set', 'node'] as const).map((value) => ({ value, label: t(`map.${value}`) }))}
      />
    </div>
  )
}

interface DriveMapProps {
  /** The name of the pool. */
  pool: string
  drives: readonly MarkedDrive[]
  grouping: Grouping
}

/**
 * A square for each drive of a pool, colored and marked by its state. One picture for screen readers, which have the list of drives.
 * A thousand drives are a thousand elements, drawn again only when something has changed. Each gets its tip under the pointer: the
 * texts of all would take as long as drawing them.
 */
export const DriveMap = memo(function DriveMap({ pool, drives, grouping }: DriveMapProps) {
  const t = useTexts('pools')
  const names = Object.fromEntries(DRIVE_MARKS.map((mark) => [mark, t(`marks.${mark}`)])) as Record<DriveMark, string>
  const tipOf = (drive: MarkedDrive) => {
    const { node, path, mark, state, totalBytes, latencyMs } = drive
    const parts: string[] = [t('map.tip', { node, path, mark: mark === 'bad' ? state || names.bad : names[mark] })]
    if (totalBytes > 0) parts.push(t('map.tipUsed', { percent: formatShare(usedShare(drive)) }))
    if (latencyMs !== null) parts.push(formatLatency(latencyMs))
    return together().format(parts)
  }
  const counts = countMarks(drives)
  const present = DRIVE_MARKS.filter((mark) => counts[mark] > 0)
  const summary = together().format(
    present.map((mark) => t('counted', { number: formatCount(counts[mark]), mark: names[mark] })),
  )
  return (
    <div className={classes.map} role="img" aria-label={t('map.label', { pool, counts: summary })}>
      {groupDrives(drives, grouping).map(([name, ofGroup]) => (
        <div key={name} className={classes.group}>
          <span className={classes.groupName} translate="no">
            {grouping === 'set' ? t('map.setName', { number: Number(name) + 1 }) : name}
          </span>
          <span className={classes.drives}>
            {ofGroup.map((drive) => (
              <span
                key={`${drive.node} ${drive.path}`}
                className={classes.drive}
                data-mark={drive.mark}
                onPointerEnter={({ currentTarget }) => {
                  currentTarget.title = tipOf(drive)
                }}
                style={{ '--used': usedShare(drive) } as React.CSSProperties}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
})
