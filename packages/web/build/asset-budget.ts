import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { QUICK } from './quick.ts'
import { scriptsOf } from './scripts-of.ts'

interface Budget {
  /** What the visitor sees when these chunks are loaded. */
  page: string
  /** The first module and those that the page imports lazily, by their path below the package. */
  modules: readonly string[]
  scriptBytes: number
}

/** As many as there are: each is a request, and browsers and proxies queue what is more. */
const MAX_SCRIPTS = 21

/**
 * Fails the build when a page's scripts or the styles of all pages outgrow their budget, in bytes after brotli, or when there are
 * too many scripts, and prints what each page loads.
 */
export function assetBudget(budgets: readonly Budget[], styleBytes: number): Plugin {
  return {
    name: 'cooperage-asset-budget',
    apply: (_, { command, mode }) => command === 'build' && mode !== QUICK,
    // The sheet is made when the scripts are.
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const budget of budgets) {
        const scripts = new Map(
          [...scriptsOf(bundle, budget.modules)].map(({ fileName, code }) => [
            fileName,
            brotliCompressSync(code).length,
          ]),
        )
        check(this, `The scripts of the ${budget.page}`, scripts, budget.scriptBytes)
      }
      const count = Object.values(bundle).filter((file) => file.type === 'chunk').length
      this.info(`${count} scripts`)
      if (count > MAX_SCRIPTS) this.error(`${count} scripts; at most ${MAX_SCRIPTS} may load`)
      const styles = new Map<string, number>()
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          styles.set(file.fileName, brotliCompressSync(file.source).length)
        }
      }
      check(this, 'The styles', styles, styleBytes)
    },
  }
}

function check(context: Rolldown.PluginContext, what: string, files: ReadonlyMap<string, number>, limit: number): void {
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  context.info(`${what}: ${kilobytes(total)} (brotli, ${files.size} files)`)
  if (files.size > 0 && total <= limit) return
  const list = [...files].map(([name, bytes]) => `  ${kilobytes(bytes)}  ${name}`).join('\n')
  context.error(`${what} must be there and within ${kilobytes(limit)}:\n${list}`)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
