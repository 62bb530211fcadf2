/** Converts the response of a widget to what the page shows: a number, lines, bars or shares of a total. */
import type { Widget, WidgetDefinition, WidgetTarget } from '@cooperage/contract'
import { compareNames } from '../text/intl.ts'

interface Point {
  /** Seconds since the epoch. */
  time: number
  value: number
}

export interface Line {
  name: string
  /** The API that it counts, as metrics name it. */
  api?: string
  points: readonly Point[]
}

export interface Share {
  name: string
  value: number
}

type Series = WidgetTarget['result'][number]

/** The number of a single value: the rounded-down average, or the latest value. Undefined without values. */
export function singleValue({ targets }: Widget, { calc }: WidgetDefinition): number | undefined {
  const points = pointsOf(targets[0]?.result[0])
  if (points.length === 0) return undefined
  if (calc !== 'mean') return latest(points)
  return Math.floor(points.reduce((sum, { value }) => sum + value, 0) / points.length)
}

/** One line for each series, by name. */
export function linesOf({ targets }: Widget): Line[] {
  const lines = targets.flatMap(({ legendFormat, result }) =>
    result.map((series) => {
      const { api } = series.metric
      return { name: legend(legendFormat, series.metric), ...(api !== undefined && { api }), points: pointsOf(series) }
    }),
  )
  return withoutCommonServer(lines.filter(({ points }) => points.length > 0)).toSorted((a, b) =>
    compareNames(a.name, b.name),
  )
}

/** The positions of the lines, the highest first: those on which nothing happens are the last to be named. */
export function byPeak(lines: readonly Line[]): number[] {
  const peaks = lines.map(({ points }) => points.reduce((most, { value }) => Math.max(most, value), -Infinity))
  return [...lines.keys()].sort((a, b) => (peaks[b] ?? 0) - (peaks[a] ?? 0) || a - b)
}

/** Values at the axis of sizes or speeds in bytes: whole numbers of binary units, up to four above 0, the last at or above all lines. */
export function byteTicks(lines: readonly Line[]): number[] {
  const most = lines.flatMap(({ points }) => points).reduce((peak, { value }) => Math.max(peak, value), 1)
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(most / 4)))
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

/** The same lines without the server in their names, if it's the same in all and not the whole name. */
function withoutCommonServer(lines: readonly Line[]): Line[] {
  const split = lines.map(({ name }) => {
    const [, before = '', inBrackets = ''] = /^(.+) \[([^\]:]+(?::\d+)?)\]$/.exec(name) ?? []
    const [, first = '', after = ''] = /^([^,]+),(.+)$/.exec(name) ?? []
    return { server: inBrackets || first, name: before || after }
  })
  const isCommon = split.every(({ server }) => server !== '' && server === split[0]?.server)
  return lines.map((line, at) => ({ ...line, name: (isCommon && split[at]?.name) || line.name }))
}

/** `{{label}}` becomes the label's value, `{{a,b}}` the values with a comma; what has no value is removed. */
export function legend(format: string, metric: Readonly<Record<string, string>>): string {
  return format.replace(/\{\{([^}]*)\}\}/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => metric[name.trim()] ?? '')
      .filter((value) => value !== '')
      .join(','),
  )
}

/** The ranges of the distribution of sizes (spec core-console 9), with the names that servers have for them. */
export const SIZE_RANGES = [
  ['LESS_THAN_1024_B'],
  // Newer servers split this range and report the whole under a name without one underscore.
  ['BETWEEN_1024_B_AND_1_MB', 'BETWEEN_1024B_AND_1_MB'],
  ['BETWEEN_1_MB_AND_10_MB'],
  ['BETWEEN_10_MB_AND_64_MB'],
  ['BETWEEN_64_MB_AND_128_MB'],
  ['BETWEEN_128_MB_AND_512_MB'],
  ['GREATER_THAN_512_MB'],
] as const
export type SizeRange = (typeof SIZE_RANGES)[number][0]

/** The latest number of objects of each range; empty if the server reports none. */
export function sizeBars({ targets }: Widget): { range: SizeRange; value: number }[] {
  const byRange = new Map((targets[0]?.result ?? []).map((series) => [series.metric.range ?? '', series]))
  if (byRange.size === 0) return []
  return SIZE_RANGES.map((names) => {
    const name = names.find((one) => byRange.has(one))
    return { range: names[0], value: name === undefined ? 0 : latest(pointsOf(byRange.get(name))) }
  })
}

/** The latest value of each query of a whole. */
export function sharesOf({ targets }: Widget): Share[] {
  return targets.flatMap(({ legendFormat, result }) => {
    const points = pointsOf(result[0])
    return points.length === 0 ? [] : [{ name: legendFormat, value: latest(points) }]
  })
}

function pointsOf(series: Series | undefined): Point[] {
  const points = (series?.values ?? []).map(([time, value]) => ({ time, value: Number(value) }))
  return points.filter(({ value }) => Number.isFinite(value))
}

function latest(points: readonly Point[]): number {
  const newest = points.reduce<Point | undefined>((best, one) => (best && best.time > one.time ? best : one), undefined)
  return newest?.value ?? 0
}

/** Rows of a table: the time, and the value of each line at it. */
export function tableOf(lines: readonly Line[]): { time: number; values: (number | undefined)[] }[] {
  const rows = new Map<number, (number | undefined)[]>()
  for (const [column, { points }] of lines.entries()) {
    for (const { time, value } of points) {
      const row = rows.get(time) ?? Array.from<number | undefined>({ length: lines.length })
      row[column] = value
      rows.set(time, row)
    }
  }
  return [...rows].map(([time, values]) => ({ time, values })).toSorted((a, b) => a.time - b.time)
}

/** The palette of charts has nine colors (spec core-console 9); further lines have a color of their name. */
const PALETTE_SIZE = 9

export function lineColor(index: number, name: string): string {
  if (index < PALETTE_SIZE) return `var(--coop-chart-${index + 1})`
  let hash = 0
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360
  return `hsl(${hash} 45% 50%)`
}
