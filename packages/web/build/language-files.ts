import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { LANGUAGES } from '@cooperage/contract'
import type { Plugin, Rolldown } from 'vite'
import { FIRST } from './chunks.ts'
import { QUICK } from './quick.ts'
import { scriptsOf } from './scripts-of.ts'
import { API_FILE, LATER_AREAS, namespacesOf, readTranslation } from './translations.ts'

/** Where index.html says that the files of the languages are. */
const PLACE = 'data-messages="./messages"'
const TRANSLATED = LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en')

/**
 * Writes the texts of each language in two files: `de.first.json` has those of the first pages and of the API, `de.rest.json`
 * those of all other pages, with the areas of the API that only they show. Fails the build when a first file outgrows `firstBytes`
 * after brotli, except a quick one.
 */
export function languageFiles(firstBytes: number): Plugin {
  let isQuick = false
  return {
    name: 'cooperage-language-files',
    apply: () => true,
    enforce: 'post',
    configResolved({ mode }) {
      isQuick = mode === QUICK
    },
    generateBundle(_, bundle) {
      const first = firstNamespaces(bundle)
      const files = new Map(TRANSLATED.flatMap((tag) => partsOf(tag, first)))
      for (const [name, text] of isQuick ? [] : files) {
        const bytes = brotliCompressSync(text).length
        if (name.endsWith('.first.json') && bytes > firstBytes) this.error(`${name} has ${bytes} bytes after brotli`)
        this.info(`${name}: ${(bytes / 1000).toFixed(1)} kB`)
      }
      const hash = createHash('sha256')
        .update([...files.values()].join())
        .digest('hex')
        .slice(0, 8)
      const folder = `assets/messages-${hash}`
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source })
      const page = bundle['index.html']
      if (page?.type !== 'asset' || !String(page.source).includes(PLACE)) this.error(`index.html lacks ${PLACE}`)
      else page.source = String(page.source).replace(PLACE, `data-messages="./${folder}"`)
    },
    // In development the first file has everything.
    configureServer({ middlewares }) {
      middlewares.use('/messages/', (request, response) => {
        const [tag = '', part] = (request.url ?? '').slice(1).split('.')
        const isWhole = part === 'first' && TRANSLATED.includes(tag)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(isWhole ? namespacesOf(readTranslation(tag)) : {}))
      })
    },
  }
}

/** The namespaces whose English texts are in the scripts of the first pages. */
function firstNamespaces(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const modules = [...scriptsOf(bundle, ['/src/main.tsx', ...FIRST])].flatMap(({ moduleIds }) => moduleIds)
  return new Set(modules.flatMap((id) => /\/messages\/en\/(.+)\.ts$/.exec(id)?.[1] ?? []).map((name) => `${name}.json`))
}

function partsOf(tag: string, first: ReadonlySet<string>): [name: string, text: string][] {
  const { [API_FILE]: api, ...pages } = Object.fromEntries(readTranslation(tag))
  const areas = Object.entries(namespacesOf(new Map([[API_FILE, api ?? {}]])))
  const text = (isFirst: boolean) => {
    const files = new Map(Object.entries(pages).filter(([file]) => first.has(file) === isFirst))
    const ofApi = areas.filter(([area]) => LATER_AREAS.has(area) !== isFirst)
    return JSON.stringify({ ...namespacesOf(files), ...Object.fromEntries(ofApi) })
  }
  return [
    [`${tag}.first.json`, text(true)],
    [`${tag}.rest.json`, text(false)],
  ]
}
