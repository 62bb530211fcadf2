import { expect, test } from 'vitest'
import { type DrawnElement, isDrawable, MAX_ELEMENTS } from './drawing.ts'

function element(
  localName: string,
  attributes: Record<string, string> = {},
  children: DrawnElement[] = [],
): DrawnElement {
  return {
    localName,
    children,
    attributes: Object.entries(attributes).map(([name, value]) => ({ localName: name, value })),
  }
}

const use = (href: string) => element('use', { href })
const group = (id: string, ...children: DrawnElement[]) => element('g', { id }, children)
const svg = (...children: DrawnElement[]) => element('svg', {}, children)

/** Each group copies the one before it ten times. */
function bomb(levels: number, reference = (id: string) => `#${id}`): DrawnElement {
  const groups = Array.from({ length: levels }, (_, level) =>
    group(`a${level + 1}`, ...Array.from({ length: 10 }, () => use(reference(`a${level}`)))),
  )
  return svg(group('a0', element('rect')), ...groups)
}

test('a drawing with some copies can be drawn', () => {
  expect(isDrawable(svg(group('a', element('rect')), use('#a'), use('#missing'), use('#')))).toBe(true)
  expect(isDrawable(bomb(3))).toBe(true)
})

test.each([
  ['copies of copies of copies', bomb(9)],
  ['references with escaped letters', bomb(9, (id) => `#%61${id.slice(1)}`)],
  ['references with spaces and tabs', bomb(9, (id) => ` #a\t${id.slice(1)}\n`)],
  [
    'a reference that is animated',
    svg(element('use', {}, [element('set', { attributeName: 'xlink:href', to: '#a' })])),
  ],
  ['a drawing inside a drawing', svg(element('image', { href: ' DATA:image/svg+xml;base64,PHN2Zy8+' }))],
  ['too many elements', svg(...Array.from({ length: MAX_ELEMENTS }, () => element('g')))],
  ['a chain of copies', svg(...Array.from({ length: 5000 }, (_, at) => group(`a${5000 - at}`, use(`#a${4999 - at}`))))],
])('%s can\u2019t be drawn', (_, drawing) => {
  expect(isDrawable(drawing)).toBe(false)
})

test('copies of itself are none', () => {
  expect(isDrawable(svg(group('a', use('#b')), group('b', use('#a'), use('#b'))))).toBe(true)
})

test('of two elements with the same name the first is copied', () => {
  const copies = Array.from({ length: 200 }, () => use('#a'))
  const large = group('a', ...Array.from({ length: 1000 }, () => element('g')))
  const small = group('a')
  expect(isDrawable(svg(small, large, ...copies))).toBe(true)
  expect(isDrawable(svg(large, small, ...copies))).toBe(false)
})
