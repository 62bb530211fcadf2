import { globSync, readdirSync, readFileSync } from 'node:fs'
import { LANGUAGES } from '@cooperage/contract'
import type { Token } from 'marked'
import { expect, test } from 'vitest'
import { guideBlocks, renderGuide } from '../../build/guide-html.ts'
import { readTranslation } from '../../build/translations.ts'
import { guide } from '../messages/en/guide.ts'
import { GUIDE_PAGES, isGuidePage } from './guide-pages.ts'

const FOLDER = new URL('../../../../docs/guide/', import.meta.url)
/** `de/buckets.md` */
const TRANSLATED = globSync('*/*.md', { cwd: FOLDER }).map((path) => path.replaceAll('\\', '/').split('/'))
const textOf = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8')

/** What a translation has in common with the English page: its blocks in their order, with code, links and images as they are. */
function outline(markdown: string): string[] {
  return guideBlocks(markdown).flatMap((token) => [blockOf(token), ...linksOf(token).sort()])
}

function blockOf(token: Token): string {
  switch (token.type) {
    case 'heading':
      return `heading of level ${token.depth}`
    case 'code':
      return `code: ${token.text}`
    case 'list':
      return `list of ${token.items.length}`
    case 'table':
      return `table of ${token.rows.length} rows`
    default:
      return token.type
  }
}

function linksOf(token: Token): string[] {
  const found: string[] = []
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) one.forEach(visit)
    else if (typeof one === 'object' && one !== null) {
      if ('href' in one && 'type' in one) found.push(`${one.type}: ${one.href}`)
      Object.values(one).forEach(visit)
    }
  }
  visit(token)
  return found
}

test('renders the title, links to other pages and code that scrolls by keyboard', () => {
  const { title, html } = renderGuide('# Keys & more\n\nSee [Buckets](buckets.md), `Ctrl K`.\n\n```\na <b>\n```\n')
  expect(title).toBe('Keys & more')
  expect(html).toContain('<a href="documentation/buckets">Buckets</a>, <code>Ctrl K</code>.')
  expect(html).toContain('<pre tabindex="0"><code>a &lt;b></code></pre>')
})

test('every file of the guide is a page, begins with its title in the menu, and links only to other pages', () => {
  const names = globSync('*.md', { cwd: FOLDER }).map((file) => file.slice(0, -3))
  expect([...names].sort()).toEqual([...GUIDE_PAGES].sort())
  const titles = (tag: string) => readTranslation(tag).get('guide.json')?.titles as Record<string, string>
  for (const [folder, titlesOf, pages] of [
    ['', guide.titles as Record<string, string>, names] as const,
    ...TRANSLATED.map(([tag = '', file = '']) => [`${tag}/`, titles(tag), [file.slice(0, -3)]] as const),
  ]) {
    for (const name of pages.filter(isGuidePage)) {
      const { title, html } = renderGuide(textOf(`${folder}${name}.md`))
      expect(title, `${folder}${name}`).toBe(titlesOf[name])
      for (const [, href = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
        expect(isGuidePage(href.replace('documentation/', '')), `${folder}${name}: ${href}`).toBe(true)
      }
    }
  }
})

test('a folder of the guide is a language of the console, and translates pages that exist', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const tags = LANGUAGES.map(({ tag }) => tag)
  expect(folders.map(({ name }) => name).filter((name) => !tags.includes(name))).toEqual([])
  expect(TRANSLATED.filter(([, file = '']) => !isGuidePage(file.slice(0, -3)))).toEqual([])
})

test.each(TRANSLATED)(
  '%s/%s has the headings, lists, tables, code blocks, links and images of the English page',
  (tag, file) => {
    expect(outline(textOf(`${tag}/${file}`))).toEqual(outline(textOf(file ?? '')))
  },
)
