import type { Plugin, Rolldown } from 'vite'
import type { Feature } from '../src/shared/feature.ts'

const SOURCES = new URL('../src/', import.meta.url)
/** Named by the HTML already. */
const START = '/src/main.tsx'
const LAYOUT = '/src/shell/SessionLayout.tsx'

/**
 * Writes `page-parts.json`, by which the server has the browser preload the scripts of the requested page: pairs of a pattern of
 * addresses, as the source of a regular expression, and the scripts; the last pair matches every address.
 */
export function pageParts(): Plugin {
  return {
    name: 'cooperage-page-parts',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const scriptsOf = (modules: readonly string[], named: readonly string[] = []) => {
        const scripts = new Set<string>()
        const visit = (chunk: Rolldown.OutputChunk) => {
          if (named.includes(chunk.fileName) || scripts.has(chunk.fileName)) return
          scripts.add(chunk.fileName)
          for (const name of chunk.imports) {
            const imported = bundle[name]
            if (imported?.type === 'chunk') visit(imported)
          }
        }
        for (const module of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
          if (chunk === undefined) this.error(`${module} is in no chunk`)
          else visit(chunk)
        }
        return [...scripts]
      }
      const start = scriptsOf([START])
      const pages = (await sessionPages()).map(
        ([path, module]) => [patternOf(path), scriptsOf([LAYOUT, module], start)] as const,
      )
      const source = JSON.stringify([...pages, ['', scriptsOf([LAYOUT], start)]])
      this.emitFile({ type: 'asset', fileName: 'page-parts.json', source })
    },
  }
}

/** The pages behind sign-in: the router's pattern of the address, and the module that the page is imported from. */
async function sessionPages(): Promise<[path: string, module: string][]> {
  const { FEATURES } = (await import(new URL('app/features.ts', SOURCES).href)) as { FEATURES: readonly Feature[] }
  return FEATURES.filter(({ isPublic }) => !isPublic).flatMap(({ pages }) =>
    Object.entries(pages).map(([path, load]): [string, string] => {
      const file = /import\(["'`]\.([^"'`]+)["'`]\)/.exec(load.toString())?.[1]
      if (file === undefined) throw new Error(`The page ${path} isn't loaded by an import of its own`)
      return [path, file]
    }),
  )
}

/** `$name` is one segment, a final `$` any rest. */
function patternOf(path: string): string {
  const segments = path.split('/').map((segment) => {
    if (segment === '$') return '.*'
    return segment.startsWith('$') ? '[^/]+' : segment
  })
  return `^${segments.join('/')}$`
}
