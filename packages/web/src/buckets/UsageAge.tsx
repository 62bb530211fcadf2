import { useTexts } from '../messages/use-texts.ts'
import { formatAge } from '../shared/text/numbers.ts'
import { useNow } from '../shared/use-now.ts'
import classes from './buckets.module.css'

interface FiguresAgeProps {
  /** ISO 8601; '' if the storage server doesn't report when it counted. */
  countedAt: string
  /** When the sizes were loaded, in milliseconds since the epoch. */
  readAt: number
  /** Loading them failed. */
  failure: string | undefined
}

/** Shows how old the sizes of a list are: a server counts them periodically. */
export function UsageAge({ countedAt, readAt, failure }: FiguresAgeProps) {
  const t = useTexts('buckets')
  const now = useNow()
  const age = (time: number) => formatAge(Math.max(0, now - time))
  const known = readAt > 0
  return (
    <p className={classes.age}>
      {known &&
        (countedAt === ''
          ? t('figures.read', { age: age(readAt) })
          : t('figures.counted', { age: age(Date.parse(countedAt)) }))}
      {failure !== undefined && ` ${t(known ? 'figures.stale' : 'figures.failed', { message: failure })}`}
    </p>
  )
}
