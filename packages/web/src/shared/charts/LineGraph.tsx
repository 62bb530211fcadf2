import '../../messages/en/widgets.ts'
import type { WidgetDefinition, WidgetUnit } from '@cooperage/contract'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CartesianGrid, Line, LineChart, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import layout from '../layout.module.css'
import { dateFormat } from '../text/intl.ts'
import { formatCount, formatDate } from '../text/numbers.ts'
import { comma, named } from '../text/punctuation.ts'
import { plainName } from '../text/visible-name.ts'
import { formatValue } from './format-value.ts'
import { type TimeRange, zoomed } from './time-range.ts'
import { byPeak, byteTicks, type Line as GraphLine, lineColor, tableOf } from './widget-values.ts'
import classes from './widgets.module.css'

interface LineGraphProps {
  definition: Pick<WidgetDefinition, 'title' | 'unit'>
  lines: readonly GraphLine[]
  bounds: { start: number; end: number }
  onZoom: (range: TimeRange) => void
  /** A click on a point, at its time. */
  onPick?: ((time: number) => void) | undefined
  /** Where the name of a line leads. */
  linkOf?: ((line: GraphLine) => string) | undefined
}

/** What the mouse marks while it's pressed: times in seconds since the epoch. */
interface Brush {
  from: number
  to: number
}

const DAY = 86_400
/** The times at the axis, as shares of the range; in a narrow chart every other. */
const QUARTERS = [0, 0.25, 0.5, 0.75]
/** Lines that a panel names, as its style sheet has it; the dialog names all. */
const NAMED = 6
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })
const day = dateFormat({ day: 'numeric', month: 'short' })

/** How the values under the pointer appear in every chart. */
export const TOOLTIP = {
  isAnimationActive: false,
  // Read at each render, in the language that the page has then.
  get separator() {
    return named('')
  },
  contentStyle: {
    padding: '6px 10px',
    border: '1px solid var(--coop-line)',
    borderRadius: 6,
    background: 'var(--coop-surface)',
    color: 'var(--coop-text)',
  },
} as const

/** Lines over time. Dragging across them zooms in. */
export function LineGraph({ definition: { title, unit }, lines, bounds, onZoom, onPick, linkOf }: LineGraphProps) {
  const t = useTexts('widgets')
  const { i18n } = useTranslation()
  // Drawing is most of the work of a page of charts, so what surrounds them changes first.
  const drawn = useDeferredValue({ unit, lines, bounds, onZoom, onPick, language: i18n.language })
  if (lines.length === 0) return <NoData />
  const names = lines.map(({ name }) => plainName(name))
  const summary = lines
    .map(({ points }, index) => `${names[index]} ${formatValue(points.at(-1)?.value ?? 0, unit)}`)
    .slice(0, 10)
    .join(comma())
  return (
    <>
      <div
        className={classes.chart}
        role="img"
        aria-label={t('chart', { title, summary })}
        data-pickable={onPick !== undefined || undefined}
      >
        <DrawnLines {...drawn} />
      </div>
      <ul className={classes.legendList}>
        {byPeak(lines).map((index) => (
          <li key={index} title={names[index]}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={lineColor(index, lines[index]?.name ?? '')} />
            </svg>
            <LineName name={names[index] ?? ''} to={lines[index] && linkOf?.(lines[index])} />
          </li>
        ))}
        {lines.length > NAMED && (
          <li className={classes.more}>
            {t('moreLines', { count: lines.length - NAMED, number: formatCount(lines.length - NAMED) })}
          </li>
        )}
      </ul>
    </>
  )
}

interface DrawnLinesProps extends Pick<LineGraphProps, 'lines' | 'bounds' | 'onZoom' | 'onPick'> {
  unit: WidgetUnit
  /** Of the numbers and times at the axes. */
  language: string
}

const DrawnLines = memo(function DrawnLines({ unit, lines, bounds, onZoom, onPick }: DrawnLinesProps) {
  const [brush, setBrush] = useState<Brush>()
  // The chart reports moves once in a frame: they come after the release that ended them, and a whole click within one.
  const isPressed = useRef(false)
  const latest = useRef<Brush>(undefined)
  const mark = (next: Brush | undefined) => {
    latest.current = next
    setBrush(next)
  }
  const rows = useMemo(
    () =>
      tableOf(lines).map(({ time, values }) => ({
        time,
        ...Object.fromEntries(values.map((value, index) => [`v${index}`, value])),
      })),
    [lines],
  )
  const ticks = unit === 'bytes' || unit === 'bytesPerSecond' ? byteTicks(lines) : undefined
  const format = bounds.end - bounds.start > DAY ? day() : clock()
  /** The label is the time of the next value; there is none beside the chart, or before the chart has tracked the mouse. */
  const drag = (label: string | number | undefined) => {
    const to = Number(label)
    if (isPressed.current && label !== undefined) mark({ from: latest.current?.from ?? to, to })
  }
  const press = (isDown: boolean) => {
    isPressed.current = isDown
    mark(undefined)
  }
  const finish = () => {
    const marked = latest.current
    press(false)
    if (marked && marked.from !== marked.to) onZoom(zoomed(marked.from, marked.to))
    else if (marked) onPick?.(marked.from)
  }
  return (
    <ResponsiveContainer>
      <LineChart
        data={rows}
        margin={{ top: 6, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        onMouseDown={({ activeLabel }) => {
          press(true)
          drag(activeLabel)
        }}
        onMouseMove={({ activeLabel }) => drag(activeLabel)}
        onMouseUp={finish}
        onMouseLeave={() => press(false)}
      >
        <CartesianGrid stroke="var(--coop-line)" vertical={false} />
        <XAxis
          dataKey="time"
          type="number"
          domain={[bounds.start, bounds.end]}
          allowDataOverflow
          tickFormatter={(time: number) => format.format(time * 1000)}
          tickLine={false}
          stroke="var(--coop-line)"
          ticks={QUARTERS.map((share) => bounds.start + share * (bounds.end - bounds.start))}
          minTickGap={32}
          interval="equidistantPreserveStart"
        />
        <YAxis
          width={92}
          tickLine={false}
          axisLine={false}
          tickFormatter={(value: number) => formatValue(value, unit)}
          domain={[0, ticks?.at(-1) ?? 'auto']}
          {...(ticks && { ticks })}
          allowDecimals={unit !== 'count'}
        />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(time) => formatDate(new Date(Number(time) * 1000).toISOString())}
          formatter={(value) => formatValue(Number(value), unit)}
        />
        {lines.map(({ name }, index) => (
          <Line
            key={name}
            name={plainName(name)}
            dataKey={`v${index}`}
            stroke={lineColor(index, name)}
            strokeWidth={1.6}
            // The newest sample is at the end of the chart, where half of its dot would be cut off.
            dot={rows.length === 1 && { clipDot: false }}
            isAnimationActive={false}
          />
        ))}
        {brush && <ReferenceArea x1={brush.from} x2={brush.to} fill="var(--coop-accent)" fillOpacity={0.15} />}
      </LineChart>
    </ResponsiveContainer>
  )
})

function LineName({ name, to }: { name: string; to: string | undefined }) {
  const className = `${layout.cut} ${classes.lineName}`
  if (to === undefined) return <span className={className}>{name}</span>
  return (
    <AppLink to={to} className={className}>
      {name}
    </AppLink>
  )
}

/** In place of a chart without values. */
export function NoData() {
  const t = useTexts('widgets')
  return (
    <div className={classes.noData}>
      <p>{t('noData')}</p>
      <p className={classes.reason}>{t('noDataHint')}</p>
    </div>
  )
}
