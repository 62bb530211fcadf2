/** Links of the documentation to files of the checkout lead to one. The site checks its own pages when it's built. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

// The home page of the site has the paths of the site.
const EXCEPT = 'docs/site/'
const ALL = globSync(['*.md', 'docs/*.md', 'docs/*/*.md', 'docs/guide/*/*.md', 'packages/*/README.md'], { cwd: ROOT })
const PAGES = ALL.filter((page) => !page.startsWith(EXCEPT))

test('every link to a file of the checkout leads to one', () => {
  const broken = PAGES.flatMap((page) => {
    const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
      ([, link = '']) => link,
    )
    return links
      .filter((link) => !/^(https?|mailto):/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`)
  })
  expect(PAGES).toContain('README.md')
  expect(broken).toEqual([])
})
