import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUIDE_PAGES } from '../guide-pages.ts'

const ROOT = join(import.meta.dirname, '..')

/** A page with its first heading as the text of its link. */
function entry(path) {
  const [, title = path] = /^# (.*)$/m.exec(readFileSync(join(ROOT, `${path}.md`), 'utf8')) ?? []
  return { text: title.replaceAll('`', ''), link: `/${path}` }
}

const decisions = globSync('decisions/*.md', { cwd: ROOT }).sort()

/** The documentation as a static site. `scripts/release/site.ts` copies what it is made of beside this folder's files. */
export default {
  title: 'Cooperage',
  description: 'The console for S3-compatible object storage',
  base: process.env.COOPERAGE_DOCS_BASE ?? '/',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.COOPERAGE_DOCS_BASE ?? '/'}favicon.svg` }],
  ],
  // Otherwise the index of the search has another order in every build.
  buildConcurrency: 1,
  markdown: {
    // The pages are for any reader of Markdown: what looks like a tag or an expression in them is text.
    html: false,
    config({ renderer, utils }) {
      renderer.rules.text = (tokens, index) => utils.escapeHtml(tokens[index].content).replaceAll('{{', '&#123;&#123;')
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: `/guide/${GUIDE_PAGES[0]}` },
      { text: 'Reference', link: '/reference/api' },
      { text: 'Decisions', link: '/decisions/0001-decision-records' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: [
      { text: 'Guide', items: GUIDE_PAGES.map((name) => entry(`guide/${name}`)) },
      {
        text: 'Reference',
        items: [
          'data-folder',
          'reference/api',
          'reference/errors',
          'reference/engine',
          'reference/aws-differences',
        ].map(entry),
      },
      { text: 'Decisions', collapsed: true, items: decisions.map((file) => entry(file.slice(0, -3))) },
    ],
  },
}
