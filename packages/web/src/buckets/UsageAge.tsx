import { useTranslation } from 'react-i18next'
import { formatAge } from '../shared/text/numbers.ts'
import { useNow } from '../shared/use-now.ts'
import classes from './UsageAge.module.css'

interface FiguresAgeProps {
  /** ISO 8601; '' when the storage does not say when it counted. */
  countedAt: string
  /** When the figures were read, in milliseconds since the epoch. */
  readAt: number
  /** They could not be read again, or not at all. */
  failure: string | undefined
}

/** Says how old the sizes of a list are: a server counts them when it gets to it. */
export function UsageAge({ countedAt, readAt, failure }: FiguresAgeProps) {
  const { t } = useTranslation('buckets')
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
