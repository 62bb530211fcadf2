import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

interface Budget {
  /** What the visitor sees when these chunks are loaded. */
  page: string
  /** The first module and those that the page imports lazily, by their path below the package. */
  modules: readonly string[]
  scriptBytes: number
}

/** Each script is a request: the whole application is preloaded, and browsers and proxies queue what is more. */
const MAX_SCRIPTS = 45

/**
 * Fails the build when a page's scripts or the styles of all pages outgrow their budget, in bytes after brotli, or when there are too many scripts, and prints
 * what each page loads. A page loads its modules and everything that these import statically.
 */
export function assetBudget(budgets: readonly Budget[], styleBytes: number): Plugin {
  return {
    name: 'cooperage-asset-budget',
    apply: 'build',
    // The sheet is made when the scripts are.
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const budget of budgets) {
        const scripts = new Map<string, number>()
        const visit = (chunk: Rolldown.OutputChunk) => {
          if (scripts.has(chunk.fileName)) return
          scripts.set(chunk.fileName, brotliCompressSync(chunk.code).length)
          for (const name of chunk.imports) {
            const imported = bundle[name]
            if (imported?.type === 'chunk') visit(imported)
          }
        }
        for (const module of budget.modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
          if (chunk === undefined) this.error(`${module} is in no chunk`)
          else visit(chunk)
        }
        check(this, `The scripts of the ${budget.page}`, scripts, budget.scriptBytes)
      }
      if (chunks.length > MAX_SCRIPTS) this.error(`${chunks.length} scripts; at most ${MAX_SCRIPTS} may load`)
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
