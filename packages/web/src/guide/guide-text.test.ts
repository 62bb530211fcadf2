import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { GUIDE_PAGES, guideBlocks, guideTitle, linkedPage } from './guide-pages.ts'
import { type GuideBlock, type GuideInline, parseGuide, parseInline } from './guide-text.ts'

test('reads headings, paragraphs, lists, code and tables', () => {
  const text = (words: string) => [{ kind: 'text', text: words }]
  expect(
    parseGuide(
      '# One\nA line\nand the next.\n\n- a\n  more\n- b\n\n1. first\n\n```\n# not a heading\n\nx\n```\n| A | B |\n| - | - |\n| 1 | 2 |\n',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, text: text('One') },
    { kind: 'paragraph', text: text('A line and the next.') },
    { kind: 'list', isOrdered: false, items: [text('a more'), text('b')] },
    { kind: 'list', isOrdered: true, items: [text('first')] },
    { kind: 'code', text: '# not a heading\n\nx' },
    { kind: 'table', head: [text('A'), text('B')], rows: [[text('1'), text('2')]] },
  ])
})

test('reads code, strong words and links within a line', () => {
  expect(parseInline('Press `Ctrl K` in **any** page of [buckets](buckets.md).')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: 'Ctrl K' },
    { kind: 'text', text: ' in ' },
    { kind: 'strong', text: 'any' },
    { kind: 'text', text: ' page of ' },
    { kind: 'link', text: 'buckets', href: 'buckets.md' },
    { kind: 'text', text: '.' },
  ])
})

test('every file of the guide is a page, begins with its name, and links only to others', async () => {
  const names = (await readdir(new URL('../../../../docs/guide', import.meta.url))).map((file) => file.slice(0, -3))
  expect([...names].sort()).toEqual([...GUIDE_PAGES].sort())
  for (const name of GUIDE_PAGES) {
    expect(guideTitle(name)).not.toBe(name)
    for (const inline of guideBlocks(name).flatMap(inlinesOf)) {
      if (inline.kind === 'link') expect(linkedPage(inline.href), `${name}: ${inline.href}`).toBeDefined()
      else if (inline.kind !== 'code') expect(inline.text, `${name}: unread Markdown`).not.toMatch(/[*`[\]|]/)
    }
  }
})

function inlinesOf(block: GuideBlock): readonly GuideInline[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.flat()
    case 'table':
      return [...block.head.flat(), ...block.rows.flat(2)]
    case 'code':
      return []
  }
}
