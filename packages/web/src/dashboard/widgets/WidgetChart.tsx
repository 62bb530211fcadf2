import { LOG_SEARCH_FEATURE, type Widget, type WidgetDefinition } from '@cooperage/contract'
import { memo } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  Cell,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { useSession } from '../../session/index.ts'
import { formatValue } from '../../shared/charts/format-value.ts'
import { LineGraph, NoData, TOOLTIP } from '../../shared/charts/LineGraph.tsx'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import { type Line, lineColor, linesOf, sharesOf, singleValue, sizeBars } from '../../shared/charts/widget-values.ts'
import classes from '../../shared/charts/widgets.module.css'
import { comma } from '../../shared/text/punctuation.ts'
import { hasLogs, logLink, rangeOfPoint } from './log-links.ts'

interface WidgetChartProps {
  definition: WidgetDefinition
  widget: Widget
  bounds: { start: number; end: number }
  onZoom: (range: TimeRange) => void
}

/** The values of a widget as it is drawn. The same values are a table in its dialog. */
export function WidgetChart(props: WidgetChartProps) {
  switch (props.definition.kind) {
    case 'singleValue':
      return <SingleValue {...props} />
    case 'singleRep':
      return <ValueWithSparkline {...props} />
    case 'barChart':
      return <SizeBars {...props} />
    case 'pieChart':
      return <Shares {...props} />
    case 'linearGraph':
      return <Lines {...props} />
  }
}

/** Where the log has the requests, a point leads to those behind it, and the name of an API to its own. */
function Lines({ definition, widget, bounds, onZoom }: WidgetChartProps) {
  const { push } = useNavigation()
  const canSearch = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const { id } = definition
  const links = canSearch &&
    hasLogs(id) && {
      onPick: (time: number) => push(logLink(id, rangeOfPoint(time, bounds))),
      linkOf: ({ api }: Line) => logLink(id, bounds, api),
    }
  return <LineGraph definition={definition} lines={linesOf(widget)} bounds={bounds} onZoom={onZoom} {...links} />
}

function SingleValue({ definition, widget }: WidgetChartProps) {
  const value = singleValue(widget, definition)
  if (value === undefined) return <Missing />
  const text = formatValue(value, definition.unit)
  return (
    <p className={classes.value} data-length={text.length > 9 ? 'long' : text.length > 6 ? 'medium' : 'short'}>
      {text}
    </p>
  )
}

function ValueWithSparkline(props: WidgetChartProps) {
  return (
    <>
      <SingleValue {...props} />
      <Sparkline widget={props.widget} />
    </>
  )
}

/** Drawn again for other values only: it has no text. */
const Sparkline = memo(function Sparkline({ widget }: Pick<WidgetChartProps, 'widget'>) {
  const [line] = linesOf(widget)
  if (line === undefined || line.points.length < 2) return
  return (
    <div className={classes.sparkline} aria-hidden="true">
      <ResponsiveContainer>
        <AreaChart data={[...line.points]} margin={{ top: 2, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <YAxis hide domain={['dataMin', 'dataMax']} />
          <Area
            dataKey="value"
            stroke="var(--coop-info)"
            fill="var(--coop-info-soft)"
            strokeWidth={1.5}
            isAnimationActive={false}
            dot={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
})

function SizeBars({ definition: { title, unit }, widget }: WidgetChartProps) {
  const t = useTexts('widgets')
  const bars = sizeBars(widget).map(({ range, value }) => ({ name: t(`sizes.${range}`), value }))
  if (bars.length === 0) return <NoData />
  const summary = bars.map(({ name, value }) => `${name} ${formatValue(value, unit)}`).join(comma())
  return (
    <div className={classes.chart} role="img" aria-label={t('chart', { title, summary })}>
      <ResponsiveContainer>
        <BarChart
          data={bars}
          layout="vertical"
          margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis type="number" hide />
          <YAxis type="category" dataKey="name" width="auto" tickLine={false} axisLine={false} interval={0} />
          <Tooltip
            {...TOOLTIP}
            cursor={{ fill: 'var(--coop-hover)' }}
            formatter={(value) => formatValue(Number(value), unit)}
          />
          <Bar
            name={t('value')}
            dataKey="value"
            fill="var(--coop-info)"
            radius={[0, 3, 3, 0]}
            isAnimationActive={false}
            label={{ position: 'right', fill: 'var(--coop-text)', fontSize: 12 }}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function Shares({ definition: { title, unit }, widget }: WidgetChartProps) {
  const t = useTexts('widgets')
  const shares = sharesOf(widget)
  const [first] = shares
  if (first === undefined) return <Missing />
  const summary = shares.map(({ name, value }) => `${name} ${formatValue(value, unit)}`).join(comma())
  return (
    <div className={classes.pie} role="img" aria-label={t('chart', { title, summary })}>
      <ResponsiveContainer>
        <PieChart accessibilityLayer={false}>
          <Pie
            data={shares}
            dataKey="value"
            nameKey="name"
            innerRadius="80%"
            outerRadius="98%"
            startAngle={90}
            endAngle={-270}
            stroke="none"
            isAnimationActive={false}
          >
            {shares.map(({ name }, index) => (
              <Cell key={name} fill={index === 0 ? 'var(--coop-info)' : lineColor(index, name)} />
            ))}
          </Pie>
          <Tooltip {...TOOLTIP} formatter={(value) => formatValue(Number(value), unit)} />
        </PieChart>
      </ResponsiveContainer>
      <p className={classes.pieLabel}>
        {formatValue(first.value, unit)}
        <span>{first.name}</span>
      </p>
    </div>
  )
}

/** Of a single value. */
function Missing() {
  const t = useTexts('widgets')
  return (
    <p className={classes.value} data-missing title={t('noDataHint')}>
      {t('missing')}
    </p>
  )
}
