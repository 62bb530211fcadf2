import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import type { Feature } from '../src/shared/feature.ts'
import { LAYOUT } from './chunks.ts'
import { scriptsOf } from './scripts-of.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Named by the HTML already. */
const START = '/src/main.tsx'

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
      const start = scriptsOf(bundle, [START])
      const partsOf = (...modules: string[]) =>
        [...scriptsOf(bundle, modules)].filter((chunk) => !start.has(chunk)).map(({ fileName }) => fileName)
      const pages = (await sessionPages()).map(([path, module]) => [patternOf(path), partsOf(LAYOUT, module)] as const)
      const source = JSON.stringify([...pages, ['', partsOf(LAYOUT)]])
      this.emitFile({ type: 'asset', fileName: 'page-parts.json', source })
    },
  }
}

/** The pages behind sign-in: the router's pattern of the address, and the module that the page is imported from. */
async function sessionPages(): Promise<[path: string, module: string][]> {
  const { module } = await runnerImport<{ FEATURES: readonly Feature[] }>('/src/app/features.ts', {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutStyles],
  })
  return module.FEATURES.filter(({ isPublic }) => !isPublic).flatMap(({ pages }) =>
    Object.entries(pages).map(([path, load]): [string, string] => {
      const file = /import\w*\("([^"]+)"\)/.exec(load.toString())?.[1]
      if (file === undefined) throw new Error(`The page ${path} isn't loaded by an import of its own`)
      return [path, file]
    }),
  )
}

const withoutStyles: Plugin = {
  name: 'cooperage-without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0styles' : undefined),
  load: (id) => (id === '\0styles' ? 'export default {}' : undefined),
}

/** `$name` is one segment, a final `$` any rest. */
function patternOf(path: string): string {
  const segments = path.split('/').map((segment) => {
    if (segment === '$') return '.*'
    return segment.startsWith('$') ? '[^/]+' : segment
  })
  return `^${segments.join('/')}$`
}
