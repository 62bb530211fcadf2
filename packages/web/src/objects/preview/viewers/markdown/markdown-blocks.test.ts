import { expect, test } from 'vitest'
import { MARKDOWN_BYTES, type MarkdownNode, parseMarkdown } from './markdown-blocks.ts'

/** As a short text: `h1(Title)`. */
function brief(node: MarkdownNode): string {
  if (typeof node === 'string') return node
  const { tag, children, address, start } = node
  return `${tag}${address === undefined ? '' : `[${address}]`}${start ?? ''}(${children.map(brief).join('')})`
}
const parse = (text: string) => parseMarkdown(text).children.map(brief).join(' ')

test.each([
  ['# A *b* **c** ~~d~~ `e`', 'h1(A em(b) strong(c) s(d) code(e))'],
  ['one\ntwo  \nthree', 'p(one\ntwobr()three)'],
  ['- a\n- b\n  1. c', 'ul(li(a)li(bol(li(c))))'],
  ['7. x', 'ol7(li(x))'],
  ['> quote\n\n---', 'blockquote(p(quote)) hr()'],
  ['```js\n<b>\n```', 'pre(<b>\n)'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(2))))'],
  ['[text](https://a.example "t")', 'p(a[https://a.example](text))'],
  ['![alt](https://a.example/x.png)', 'p(img[https://a.example/x.png](alt))'],
])('reads %j', (text, expected) => {
  expect(parse(text)).toBe(expected)
})

test('HTML is text, and scripts are no links', () => {
  expect(parse('<script>alert(1)</script>')).toBe('p(<script>alert(1)</script>)')
  expect(parse('a <img src=x onerror=alert(1)> b')).toBe('p(a <img src=x onerror=alert(1)> b)')
  expect(parse('[x](javascript:alert(1))')).toBe('p([x](javascript:alert(1)))')
  expect(parse('[x](data:text/html,1) ![x](data:text/html,1)')).toBe('p([x](data:text/html,1) ![x](data:text/html,1))')
})

test.each([
  '> ',
  '1. ',
  '- ',
  '* ',
  '[',
  '![',
  '[a](',
  '[a][',
  '*a ',
  '*a_ ',
  'a**b',
  '~~a~ ',
  'x_',
  '`a ',
  '|',
  '|a|\n|-|\n',
  '- a\n  ',
  '# a\n',
  '<',
  '<!--',
  '&',
  'http://a.',
  '[a]: b\n',
  '***a ',
])('a long text of %j is read in reasonable time, and is not deep', (piece) => {
  const start = performance.now()
  const root = parseMarkdown(piece.repeat(MARKDOWN_BYTES / piece.length))
  expect(performance.now() - start).toBeLessThan(10_000)
  let depth = 0
  for (let level: MarkdownNode[] = [root]; level.length > 0; depth++) {
    level = level.flatMap((node) => (typeof node === 'string' ? [] : node.children))
  }
  expect(depth).toBeLessThan(80)
})
