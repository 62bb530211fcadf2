/**
 * A widget as a picture. It is painted on a canvas: the content security policy lets no page turn its SVG into an image.
 */
import type { Widget, WidgetDefinition } from '@cooperage/contract'
import { formatValue } from '../../shared/charts/format-value.ts'
import {
  type Line,
  lineColor,
  linesOf,
  type SizeRange,
  sharesOf,
  singleValue,
  sizeBars,
} from '../../shared/charts/widget-values.ts'
import { formatDate } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'

const WIDTH = 960
const HEIGHT = 480
const SCALE = 2
const MARGIN = 24
const LINE_HEIGHT = 20
const MAX_LEGENDS = 12

interface Painting {
  context: CanvasRenderingContext2D
  definition: WidgetDefinition
  bounds: { start: number; end: number }
  /** Of a token of the theme. */
  color: (token: string) => string
}

/** @throws Error if the browser can't make a picture */
export async function paintWidget(
  definition: WidgetDefinition,
  widget: Widget,
  bounds: { start: number; end: number },
  sizeName: (range: SizeRange) => string,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas')
  const style = getComputedStyle(document.documentElement)
  const color = (token: string) => style.getPropertyValue(token).trim()
  const painting = { context, definition, bounds, color }
  context.scale(SCALE, SCALE)
  context.fillStyle = color('--coop-surface')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.textBaseline = 'middle'
  write(painting, definition.title, MARGIN, 30, { size: 18, isBold: true })
  const iso = (seconds: number) => formatDate(new Date(seconds * 1000).toISOString())
  const period = `${iso(bounds.start)} – ${iso(bounds.end)}`
  write(painting, period, WIDTH - MARGIN, 30, { size: 12, align: 'right', token: '--coop-muted' })

  if (definition.kind === 'linearGraph') paintLines(painting, linesOf(widget))
  else if (definition.kind === 'barChart') {
    paintBars(
      painting,
      sizeBars(widget).map(({ range, value }) => ({ name: sizeName(range), value })),
    )
  } else if (definition.kind === 'pieChart') paintBars(painting, sharesOf(widget))
  else paintValue(painting, singleValue(widget, definition), linesOf(widget).slice(0, 1))
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture can’t be encoded'))), 'image/png')
  })
}

interface TextStyle {
  size?: number
  isBold?: boolean
  align?: CanvasTextAlign
  token?: string
}

function write({ context, color }: Painting, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = 12, isBold = false, align = 'left', token = '--coop-text' } = style
  context.font = `${isBold ? '600 ' : ''}${size}px system-ui, sans-serif`
  context.fillStyle = color(token)
  context.textAlign = align
  context.fillText(text, x, y)
}

function paintLines(painting: Painting, lines: readonly Line[], bottom = HEIGHT - MARGIN): void {
  const { context, definition, bounds, color } = painting
  const legends = lines.slice(0, MAX_LEGENDS)
  const legendRows = Math.ceil(legends.length / 2)
  const area = { left: 96, right: WIDTH - MARGIN, top: 64, bottom: bottom - legendRows * LINE_HEIGHT - 28 }
  const max = Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)), Number.MIN_VALUE)
  const x = (time: number) =>
    area.left + ((time - bounds.start) / (bounds.end - bounds.start)) * (area.right - area.left)
  const y = (value: number) => area.bottom - (value / max) * (area.bottom - area.top)
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    context.fillStyle = color('--coop-line')
    context.fillRect(area.left, y(max * share), area.right - area.left, 1)
    const text = formatValue(max * share, definition.unit)
    write(painting, text, area.left - 8, y(max * share), { align: 'right', token: '--coop-muted' })
  }
  for (const share of [0, 0.5, 1]) {
    const time = bounds.start + (bounds.end - bounds.start) * share
    const align = share === 0 ? 'left' : share === 1 ? 'right' : 'center'
    const text = formatDate(new Date(time * 1000).toISOString())
    write(painting, text, x(time), area.bottom + 14, { align, token: '--coop-muted' })
  }
  context.lineWidth = 1.6
  for (const [index, { name, points }] of lines.entries()) {
    context.strokeStyle = resolved(painting, lineColor(index, name))
    context.beginPath()
    for (const { time, value } of points) context.lineTo(x(time), y(value))
    context.stroke()
  }
  for (const [index, { name }] of legends.entries()) {
    const left = index % 2 === 0 ? area.left : (area.left + area.right) / 2
    const top = area.bottom + 36 + Math.floor(index / 2) * LINE_HEIGHT
    context.fillStyle = resolved(painting, lineColor(index, name))
    context.fillRect(left, top - 5, 10, 10)
    write(painting, plainName(name) || definition.title, left + 16, top)
  }
}

function paintBars(painting: Painting, bars: readonly { name: string; value: number }[]): void {
  const { context, definition, color } = painting
  const max = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const height = Math.min(48, (HEIGHT - 90) / Math.max(bars.length, 1))
  for (const [index, { name, value }] of bars.entries()) {
    const top = 70 + index * height
    write(painting, name, 200, top + height / 2, { align: 'right' })
    context.fillStyle = color('--coop-info')
    const width = (value / max) * (WIDTH - 380)
    context.fillRect(212, top + 4, width, height - 8)
    write(painting, formatValue(value, definition.unit), 220 + width, top + height / 2)
  }
}

function paintValue(painting: Painting, value: number | undefined, lines: readonly Line[]): void {
  const text = value === undefined ? '–' : formatValue(value, painting.definition.unit)
  const hasSparkline = painting.definition.kind === 'singleRep' && (lines[0]?.points.length ?? 0) > 1
  if (hasSparkline) paintLines(painting, lines)
  else write(painting, text, WIDTH / 2, HEIGHT / 2, { size: 56, isBold: true, align: 'center' })
}

/** Canvas doesn't support CSS variables. */
function resolved({ color }: Painting, value: string): string {
  const [, token] = /^var\((.+)\)$/.exec(value) ?? []
  return token === undefined ? value : color(token)
}
