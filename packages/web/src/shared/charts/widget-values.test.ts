import { WIDGETS, type Widget, type WidgetDefinition } from '@cooperage/contract'
import { expect, test } from 'vitest'
import {
  byPeak,
  byteTicks,
  legend,
  lineColor,
  linesOf,
  sharesOf,
  singleValue,
  sizeBars,
  tableOf,
} from './widget-values.ts'

function widget(...targets: [legend: string, ...series: [Record<string, string>, ...[number, string][]][]][]): Widget {
  return {
    id: 1,
    title: '',
    type: '',
    layoutIdentifier: '',
    options: { reduceOptions: { calcs: [] } },
    source: 'console',
    targets: targets.map(([legendFormat, ...series]) => ({
      legendFormat,
      resultType: 'matrix',
      result: series.map(([metric, ...values]) => ({ metric, values })),
    })),
  }
}
const withCalc = (calc: WidgetDefinition['calc']) => ({ ...(WIDGETS[0] as WidgetDefinition), calc })

test('a single value is the one with the latest time, or the average rounded down', () => {
  const latest = widget(['', [{}, [30, '5'], [10, '1'], [20, '3']]])
  expect(singleValue(latest, withCalc('last'))).toBe(5)
  expect(singleValue(widget(['', [{}, [1, '1'], [2, '2']]]), withCalc('mean'))).toBe(1)
  expect(singleValue(widget(['', [{}]]), withCalc('last'))).toBeUndefined()
  expect(singleValue(widget(['', [{}, [1, 'NaN']]]), withCalc('last'))).toBeUndefined()
})

test('a legend has the values of labels, joined where several are named, without those that are missing', () => {
  expect(legend('{{server,api}}', { server: 'a:9000', api: 'PutObject' })).toBe('a:9000,PutObject')
  expect(legend('Used [{{server}}:{{drive}}]', { server: 'a' })).toBe('Used [a:]')
})

test('lines are sorted by name, the first nine have the colors of the palette', () => {
  const lines = linesOf(widget(['{{s}}', [{ s: 'b' }, [1, '2']], [{ s: 'a' }, [1, '1']], [{ s: 'c' }]]))
  expect(lines.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(lineColor(8, 'x')).toBe('var(--coop-chart-9)')
  expect(lineColor(9, 'x')).toMatch(/^hsl\(/)
  expect(lineColor(9, 'x')).toBe(lineColor(12, 'x'))
})

test('names leave out a server that is the same in all of them', () => {
  const names = (format: string, ...metrics: Record<string, string>[]) =>
    linesOf(
      widget([format, ...metrics.map((metric): [Record<string, string>, [number, string]] => [metric, [1, '1']])]),
    ).map(({ name }) => name)
  const here = { server: '127.0.0.1:9000' }
  expect(names('{{server,api}}', { ...here, api: 'getobject' }, { ...here, api: 'putobject' })).toEqual([
    ...['getobject', 'putobject'],
  ])
  expect(names('Data Received [{{server}}]', here)).toEqual(['Data Received'])
  expect(names('Used [{{server}}:{{drive}}]', { ...here, drive: '/a' })).toEqual(['Used [127.0.0.1:9000:/a]'])
  expect(names('{{server}}', here)).toEqual(['127.0.0.1:9000'])
  const both = ['Data Received [a:1]', 'Data Received [b:1]']
  expect(names('Data Received [{{server}}]', { server: 'a:1' }, { server: 'b:1' })).toEqual(both)
})

test('the line with the highest value is named first', () => {
  const lines = linesOf(
    widget([
      '{{s}}',
      [{ s: 'a' }, [1, '0']],
      [{ s: 'b' }, [1, '3'], [2, '9']],
      [{ s: 'c' }, [1, '4']],
      [{ s: 'd' }, [1, '0']],
    ]),
  )
  expect(byPeak(lines)).toEqual([1, 2, 0, 3])
})

test('the axis of bytes has whole numbers of binary units, at most four above 0', () => {
  const MIB = 1024 ** 2
  const upTo = (...values: number[]) => byteTicks([{ name: '', points: values.map((value) => ({ time: 0, value })) }])
  expect(upTo(5, 142.3 * MIB, 7)).toEqual([0, 64 * MIB, 128 * MIB, 192 * MIB])
  expect(upTo(1024 * MIB)).toEqual([0, 256 * MIB, 512 * MIB, 768 * MIB, 1024 * MIB])
  expect([upTo(), upTo(0), upTo(0.4), upTo(3)]).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
  ])
})

test('object sizes are in the seven ranges, whichever name the server has for the second', () => {
  const range = (name: string, value: string): [Record<string, string>, [number, string]] => [
    { range: name },
    [1, value],
  ]
  const bars = sizeBars(
    widget([
      '{{range}}',
      range('LESS_THAN_1024_B', '4'),
      range('BETWEEN_1024B_AND_1_MB', '2'),
      range('GREATER_THAN_512_MB', '1'),
    ]),
  )
  expect(bars.map(({ value }) => value)).toEqual([4, 2, 0, 0, 0, 0, 1])
  expect(sizeBars(widget(['{{range}}']))).toEqual([])
})

test('shares are the latest value of each query', () => {
  expect(sharesOf(widget(['Free', [{}, [1, '1'], [2, '9']]], ['Used', [{}, [2, '3']]], ['None']))).toEqual([
    { name: 'Free', value: 9 },
    { name: 'Used', value: 3 },
  ])
})

test('a table has one row for each time and a gap where a line has no value', () => {
  const lines = linesOf(widget(['{{s}}', [{ s: 'a' }, [10, '1'], [20, '2']], [{ s: 'b' }, [20, '5']]]))
  expect(tableOf(lines)).toEqual([
    { time: 10, values: [1, undefined] },
    { time: 20, values: [2, 5] },
  ])
})
