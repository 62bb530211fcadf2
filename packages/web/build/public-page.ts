import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const STYLES = ['shared/theme.css', 'public-page/public-page.css']
const NAME = 'public-page.css'

function styles(): string {
  return STYLES.map((file) => readFileSync(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), 'utf8')).join(
    '\n',
  )
}

/** The style sheet of the pages of share links. The server writes those, so its name stays the same. */
export function publicPageStyles(): Plugin {
  return {
    name: 'cooperage-public-page-styles',
    enforce: 'post',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: styles() })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${NAME}`, (_, response) => response.setHeader('content-type', 'text/css').end(styles()))
    },
  }
}
