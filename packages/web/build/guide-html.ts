import { Marked, type TokensList } from 'marked'
import type { Plugin } from 'vite'

/** A page of docs/guide, in English or in the language of its folder, ready to be shown. */
export interface GuideText {
  /** Its first heading, as plain text. */
  title: string
  /** Everything below that. Links to other pages are relative to the base element of the document. */
  html: string
}

const GUIDE_LINK = /^([a-z-]+)\.md$/

const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      const page = GUIDE_LINK.exec(href)?.[1]
      const address = page === undefined ? href : `documentation/${page}`
      return `<a href="${escaped(address)}">${this.parser.parseInline(tokens)}</a>`
    },
    code({ text }) {
      // A wide line is scrolled to with the keyboard.
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
    },
  },
})

/** The blocks of a page, by which its translations are compared with it too. */
export function guideBlocks(markdown: string): TokensList {
  return marked.lexer(markdown)
}

export function renderGuide(markdown: string): GuideText {
  const [heading, ...rest] = guideBlocks(markdown)
  if (heading?.type !== 'heading' || heading.depth !== 1) throw new Error('a page of the guide begins with its name')
  return { title: heading.text, html: marked.parser(rest) }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Makes modules of the files of docs/guide: their default export is a {@link GuideText}. */
export function guidePages(): Plugin {
  return {
    name: 'cooperage-guide',
    transform: {
      filter: { id: /\/docs\/guide\/([\w-]+\/)?[^/]+\.md$/ },
      handler: (markdown) => ({
        code: `export default ${JSON.stringify(renderGuide(markdown))}`,
        map: null,
        moduleType: 'js',
      }),
    },
  }
}
