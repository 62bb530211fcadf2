import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { addressOf } from '../src/shared/api/address.ts'
import type { Feature } from '../src/shared/feature.ts'
import { LAYOUT } from './chunks.ts'
import { scriptsOf } from './scripts-of.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Named by the HTML already. */
const START = '/src/main.tsx'

/**
 * Writes `page-parts.json`, by which the server has the browser preload what the requested page needs: pairs of a pattern of
 * addresses, as the source of a regular expression, and the `scripts`, of which the last pair matches every address, or the
 * addresses of the first `calls`, with `$name` for what the group of this name matches.
 */
export function pageParts(): Plugin {
  let featuresOf: Promise<Feature[]> | undefined
  return {
    name: 'cooperage-page-parts',
    apply: 'build',
    enforce: 'post',
    // The bundler meanwhile works in threads.
    buildStart() {
      featuresOf = sessionFeatures()
      // Reported by `generateBundle`, if the build gets there.
      featuresOf.catch(() => undefined)
    },
    async generateBundle(_, bundle) {
      const start = scriptsOf(bundle, [START])
      const partsOf = (...modules: string[]) =>
        [...scriptsOf(bundle, modules)].filter((chunk) => !start.has(chunk)).map(({ fileName }) => fileName)
      const features = (await featuresOf) ?? []
      const pages = pagesOf(features).map(([path, module]) => [patternOf(path), partsOf(LAYOUT, module)] as const)
      const calls = features.flatMap(({ firstCalls = {} }) =>
        Object.entries(firstCalls).map(([path, calls]) => [
          patternOf(path),
          calls.map(({ route, input: { params = {}, query = {} } }) =>
            addressOf(route.path, params, query).replaceAll('%24', '$'),
          ),
        ]),
      )
      const source = JSON.stringify({ scripts: [...pages, ['', partsOf(LAYOUT)]], calls })
      this.emitFile({ type: 'asset', fileName: 'page-parts.json', source })
    },
  }
}

/** Those behind sign-in. */
async function sessionFeatures(): Promise<Feature[]> {
  const { module } = await runnerImport<{ FEATURES: readonly Feature[] }>('/src/app/features.ts', {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutStyles],
  })
  return module.FEATURES.filter(({ isPublic }) => !isPublic)
}

/** The pages: the router's pattern of the address, and the module that the page is imported from. */
function pagesOf(features: readonly Feature[]): [path: string, module: string][] {
  return features.flatMap(({ pages }) =>
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

/** `$name` is one segment, a final `$` any rest, a final `$/` an empty one or one that ends with a slash. */
function patternOf(path: string): string {
  const pattern = path
    .replace(/\/\$$/, '/.*')
    .replace(/\/\$\/$/, '/(?<rest>.*/)?')
    .replace(/\$(\w+)/g, '(?<$1>[^/]+)')
  return `^${pattern}$`
}
