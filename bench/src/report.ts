import type { Row, Unit } from './result.ts'
import { median } from './statistics.ts'

const COLUMNS = ['question', 'Cooperage', 'direct', 'ratio', 'wanted'] as const

/** The rows as a Markdown table, with columns aligned to be readable as plain text. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [[...COLUMNS], ...rows.map(rowCells)]
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}

/** One line for each row that misses its target. */
export function renderShortfalls(rows: readonly Row[]): string {
  const withTarget = rows.filter(({ target }) => target !== undefined)
  const missed = withTarget.filter((row) => !isMet(row))
  const lines = missed.map(({ what, ours, unit, target }) => `- ${what}: ${figure(ours, unit)}, target ${target?.text}`)
  return [`${withTarget.length - missed.length} of ${withTarget.length} targets are met.`, ...lines].join('\n')
}

function rowCells(row: Row): string[] {
  const { what, unit, ours, direct, target } = row
  return [
    what,
    figure(ours, unit),
    direct === undefined ? '' : figure(direct, unit),
    direct === undefined ? '' : `${significant(median(ours) / median(direct))}×`,
    target === undefined ? '' : `${target.text}: ${isMet(row) ? 'met' : 'MISSED'}`,
  ]
}

function isMet({ ours, direct = [], target }: Row): boolean {
  return target?.isMet(median(ours), median(direct)) ?? true
}

/** `median (min–max) unit` */
function figure(samples: readonly number[], unit: Unit): string {
  if (samples.some(Number.isNaN)) return 'not measurable here'
  const range = samples.length > 1 ? ` (${significant(Math.min(...samples))}–${significant(Math.max(...samples))})` : ''
  return `${significant(median(samples))}${range} ${unit}`
}

/** Three significant digits, never an exponent. */
function significant(value: number): string {
  const rounded = Number(value.toPrecision(3))
  return Math.abs(rounded) >= 100 ? rounded.toFixed(0) : String(rounded)
}
