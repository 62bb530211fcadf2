import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUIDE_PAGES } from '../guide-pages.ts'

const ROOT = join(import.meta.dirname, '..')

/** A page with its first heading as the text of its link. */
function entry(path) {
  const [, title = path] = /^# (.*)$/m.exec(readFileSync(join(ROOT, `${path}.md`), 'utf8')) ?? []
  return { text: title.replaceAll('`', ''), link: `/${path}` }
}

const decisions = globSync('decisions/*.md', { cwd: ROOT }).sort()

/** A page of the guide: in German where it's translated, otherwise in English. */
function germanEntry(name) {
  return entry(existsSync(join(ROOT, `de/guide/${name}.md`)) ? `de/guide/${name}` : `guide/${name}`)
}

/** The guide is in German; the reference and the decisions are in English in every language. */
const GERMAN = {
  label: 'Deutsch',
  lang: 'de',
  link: '/de/',
  description: 'Die Konsole für S3-kompatiblen Objektspeicher',
  themeConfig: {
    nav: [
      { text: 'Handbuch', link: germanEntry(GUIDE_PAGES[0]).link },
      { text: 'Referenz (Englisch)', link: '/reference/api' },
    ],
    sidebar: [{ text: 'Handbuch', items: GUIDE_PAGES.map(germanEntry) }],
    outline: { level: [2, 3], label: 'Auf dieser Seite' },
    docFooter: { prev: 'Vorherige Seite', next: 'Nächste Seite' },
    darkModeSwitchLabel: 'Farbschema',
    lightModeSwitchTitle: 'Zum hellen Farbschema wechseln',
    darkModeSwitchTitle: 'Zum dunklen Farbschema wechseln',
    sidebarMenuLabel: 'Menü',
    returnToTopLabel: 'Nach oben',
    langMenuLabel: 'Sprache ändern',
    skipToContentLabel: 'Zum Inhalt springen',
  },
}

/** The words of the search in German. */
const GERMAN_SEARCH = {
  translations: {
    button: { buttonText: 'Suchen', buttonAriaLabel: 'Suchen' },
    modal: {
      displayDetails: 'Details anzeigen',
      resetButtonTitle: 'Suche zurücksetzen',
      backButtonTitle: 'Suche schließen',
      noResultsText: 'Keine Ergebnisse für',
      footer: { selectText: 'auswählen', navigateText: 'wechseln', closeText: 'schließen' },
    },
  },
}

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
  locales: { root: { label: 'English', lang: 'en' }, de: GERMAN },
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local', options: { locales: { de: GERMAN_SEARCH } } },
    // Only the guide is translated: the menu of languages leads to the home page of each.
    i18nRouting: false,
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
