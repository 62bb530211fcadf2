import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderGuide } from '../../build/guide-html.ts'
import { GUIDE_PAGES, isGuidePage } from './guide-pages.ts'

const FOLDER = new URL('../../../../docs/guide/', import.meta.url)

test('renders the title, links to other pages and code that scrolls by keyboard', () => {
  const { title, html } = renderGuide('# Keys & more\n\nSee [Buckets](buckets.md), `Ctrl K`.\n\n```\na <b>\n```\n')
  expect(title).toBe('Keys & more')
  expect(html).toContain('<a href="documentation/buckets">Buckets</a>, <code>Ctrl K</code>.')
  expect(html).toContain('<pre tabindex="0"><code>a &lt;b></code></pre>')
})

test('every file of the guide is a page and links only to other pages', async () => {
  const names = (await readdir(FOLDER)).map((file) => file.slice(0, -3))
  expect([...names].sort()).toEqual([...GUIDE_PAGES].sort())
  for (const name of names) {
    const { html } = renderGuide(await readFile(new URL(`${name}.md`, FOLDER), 'utf8'))
    for (const [, href = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
      expect(isGuidePage(href.replace('documentation/', '')), `${name}: ${href}`).toBe(true)
    }
  }
})
