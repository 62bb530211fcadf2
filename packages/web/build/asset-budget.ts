import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

interface Budget {
  /** What the visitor sees when these chunks are loaded. */
  page: string
  /** Modules that the page imports lazily, beyond the entry; by their path below the package. */
  lazy: readonly string[]
  scriptBytes: number
  styleBytes: number
}

/**
 * Fails the build when a page's scripts or styles outgrow their budget, in bytes after brotli, and prints what each
 * page loads. A page loads the entry, its lazy modules, and everything that these import statically.
 */
export function assetBudget(budgets: readonly Budget[]): Plugin {
  return {
    name: 'cooperage-asset-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const budget of budgets) {
        const scripts = new Map<string, number>()
        const styles = new Map<string, number>()
        const visit = (chunk: Rolldown.OutputChunk) => {
          if (scripts.has(chunk.fileName)) return
          scripts.set(chunk.fileName, brotliCompressSync(chunk.code).length)
          for (const style of chunk.viteMetadata?.importedCss ?? []) {
            const asset = bundle[style]
            if (asset?.type === 'asset') styles.set(style, brotliCompressSync(asset.source).length)
          }
          for (const name of chunk.imports) {
            const imported = bundle[name]
            if (imported?.type === 'chunk') visit(imported)
          }
        }
        for (const chunk of chunks) {
          const module = chunk.facadeModuleId ?? ''
          if (chunk.isEntry || budget.lazy.some((path) => module.endsWith(path))) visit(chunk)
        }
        const script = sum(scripts)
        const style = sum(styles)
        this.info(`${budget.page}: ${kilobytes(script)} of scripts, ${kilobytes(style)} of styles (brotli)`)
        if (script > budget.scriptBytes || style > budget.styleBytes) {
          const list = [...scripts, ...styles].map(([name, bytes]) => `  ${kilobytes(bytes)}  ${name}`).join('\n')
          this.error(
            `${budget.page} is over its budget of ${kilobytes(budget.scriptBytes)} scripts and ${kilobytes(budget.styleBytes)} styles:\n${list}`,
          )
        }
      }
    },
  }
}

function sum(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
