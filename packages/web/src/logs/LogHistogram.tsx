import { getLogHistogram, HISTOGRAM_LIMIT } from '@cooperage/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { formatCount, formatDate, formatSecond } from '../shared/text/numbers.ts'
import classes from './logs.module.css'
import type { LogCriteria } from './search-form.ts'

/** As often as the widgets of the dashboard. */
const FOLLOW_MS = 15_000

interface LogHistogramProps {
  criteria: LogCriteria
  /** Distinguishes repeated searches. */
  run: number
  /** Whether it counts the entries that arrive too. */
  follows: boolean
  /** Narrows the search to a part of the time, in milliseconds since the epoch. */
  onNarrow: (start: number, end: number) => void
}

/** How much a search finds over time: a bar narrows the search to its time. It is an extra, and says nothing if it fails. */
export function LogHistogram({ criteria, run, follows, onNarrow }: LogHistogramProps) {
  const t = useTexts('logSearch')
  const [current, setCurrent] = useState(0)
  const { order: _, ...query } = criteria
  const { data } = useQuery({
    ...apiQuery(getLogHistogram, { query }, follows ? FOLLOW_MS : undefined),
    queryKey: [getLogHistogram.id, query, run],
    placeholderData: keepPreviousData,
  })
  const { bars = [], start = '', end = '' } = data ?? {}
  const most = Math.max(1, ...bars.map((bar) => bar?.found ?? 0))
  if (!bars.some((bar) => bar !== null && bar.found > 0)) return null
  const edge = (bar: number) => Date.parse(start) + ((Date.parse(end) - Date.parse(start)) * bar) / bars.length
  const iso = (bar: number) => new Date(edge(bar)).toISOString()
  // Bars of seconds would all have the name of their minute.
  const format = edge(1) - edge(0) < 60_000 ? formatSecond : formatDate
  const label = (bar: (typeof bars)[number], at: number) => {
    const period = { start: format(iso(at)), end: format(iso(at + 1)) }
    if (bar === null) return t('histogram.notCounted', period)
    const number = `${formatCount(bar.found)}${bar.found === HISTOGRAM_LIMIT ? '+' : ''}`
    return t('histogram.bar', { ...period, number, failed: formatCount(bar.failed) })
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = event.currentTarget.children[current + step]
    if (step === 0 || !(next instanceof HTMLElement)) return
    event.preventDefault()
    setCurrent(current + step)
    next.focus()
  }
  return (
    <div className={classes.histogram}>
      <fieldset className={`${layout.group} ${classes.bars}`} aria-label={t('histogram.label')} onKeyDown={move}>
        {bars.map((bar, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are parts of a time
            key={at}
            type="button"
            tabIndex={at === current ? 0 : -1}
            className={classes.bar}
            aria-label={label(bar, at)}
            title={label(bar, at)}
            onFocus={() => setCurrent(at)}
            onClick={() => onNarrow(edge(at), edge(at + 1))}
          >
            <span style={{ height: `${((bar?.found ?? 0) / most) * 100}%` }}>
              <span style={{ height: bar?.found ? `${(bar.failed / bar.found) * 100}%` : 0 }} />
            </span>
          </button>
        ))}
      </fieldset>
      <p className={classes.ends}>
        <span>{format(start)}</span>
        <span>{format(end)}</span>
      </p>
    </div>
  )
}
