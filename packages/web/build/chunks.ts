import { basename, dirname, join, parse } from 'node:path/posix'
import type { Plugin, Rolldown } from 'vite'

/** The frame of every page behind sign-in. */
export const LAYOUT = '/src/shell/SessionLayout.tsx'
/** What comes in one script: the frame, and the pages that most visitors open first. */
export const FIRST = [
  LAYOUT,
  '/src/buckets/BucketsPage.tsx',
  '/src/objects/BrowserBucketsPage.tsx',
  '/src/objects/FolderPage.tsx',
] as const
/** Large parts that few visitors open, each loaded alone. */
const RARE =
  /\/(AgplDialog|ApiReferencePage|GuidePage|LineGraph|LoadedEditor|StartCard|WidgetBoard|[A-Za-z]+Viewer|CompareDialog|CreateTenantPage|HopPage)\.tsx$|\/messages\/pseudo\.ts$|\/node_modules\//
/** What only visitors of Garage need, in whatever feature it is: one script. */
const OF_GARAGE = /\/Garage\w+\.tsx$/
/** The guide in another language: one script, which only visitors who read it in that language load. */
const GUIDE_OF_LANGUAGE = /\/docs\/guide\/([\w-]+)\/[^/]+\.md$/
/** Modules that only export what others contain. */
const INDEX =
  /\/(@mantine\/\w+\/esm\/(.+\/)?index\.mjs|tabler-icons-react\.mjs|(contract|wire)\/src\/(.+\/)?(index|features)\.ts)$/
/** A list of names that are imported or exported from another module. */
const FROM = /\{[^{}]*\}\s*from\b/g
/** Small features that the same visitors open: one script for all of a name. */
const TOGETHER: Readonly<Record<string, string>> = {
  'batch-jobs': 'cluster',
  heal: 'cluster',
  kms: 'cluster',
  pools: 'cluster',
  'site-replication': 'cluster',
  trace: 'live',
  watch: 'live',
}
/** Directories of `src` that aren't features. */
const NO_FEATURE = new Set(['app', 'messages', 'navigation', 'shared', 'shell'])

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * The chunk of a module. Each chunk is a request, so a feature is one, with all its pages and dialogs; what several features
 * use is another. What only rare parts use is left to the bundler.
 */
export function chunkNames(): (id: string, modules: Modules) => string | null {
  const known = new Map<string, ReadonlySet<string>>()
  const imported = new Map<string, ReadonlySet<string>>()

  /** The names of the parts that load a module: features, `first`, `shared` for dialogs of the frame, and rare parts. */
  function partsOf(id: string, modules: Modules): ReadonlySet<string> {
    const found = known.get(id)
    if (found !== undefined) return found
    const parts = new Set<string>()
    const users = new Set([id])
    for (const user of users) {
      if ((modules.getModuleInfo(user)?.dynamicImporters.length ?? 0) > 0) parts.add(partName(user))
      for (const next of usersOf(user, modules)) users.add(next)
    }
    known.set(id, parts)
    return parts
  }

  /** What imports a module, directly or by one of its names from an index. */
  function usersOf(id: string, modules: Modules): string[] {
    const module = modules.getModuleInfo(id)
    if (module === null) return []
    // An index may name the default export after the file.
    const names = module.exports.map((name) => (name === 'default' ? parse(id).name : name))
    const throughIndex = (index: string): string[] =>
      (modules.getModuleInfo(index)?.importers ?? []).flatMap((user) => {
        if (INDEX.test(user)) return throughIndex(user)
        const used = importsOf(user, modules)
        return names.some((name) => used.has(name)) ? [user] : []
      })
    return module.importers.flatMap((importer) => (INDEX.test(importer) ? throughIndex(importer) : [importer]))
  }

  /** The names in what a module imports and exports from others, in whatever statement. */
  function importsOf(id: string, modules: Modules): ReadonlySet<string> {
    const lists = modules.getModuleInfo(id)?.code?.match(FROM)?.join()
    const found = imported.get(id) ?? new Set(lists?.match(/[\w$]+/g))
    imported.set(id, found)
    return found
  }

  return (id, modules) => {
    const guide = GUIDE_OF_LANGUAGE.exec(id)?.[1]
    if (guide !== undefined) return `guide-${guide}`
    const parts = partsOf(id, modules)
    if (parts.has('first')) return 'first'
    const [only] = parts
    if (parts.size === 1 && only !== undefined) return only.startsWith('/') ? null : only
    if (parts.size > 1 && [...parts].every((part) => part.startsWith('/'))) return null
    return featureOf(id) ?? 'shared'
  }
}

function partName(id: string): string {
  if (FIRST.some((module) => id.endsWith(module))) return 'first'
  if (OF_GARAGE.test(id)) return 'garage'
  return RARE.test(id) ? id : (featureOf(id) ?? 'shared')
}

function featureOf(id: string): string | undefined {
  const directory = id.match(/\/packages\/web\/src\/([^/]+)\//)?.[1]
  return directory === undefined || NO_FEATURE.has(directory) ? undefined : (TOGETHER[directory] ?? directory)
}

/** A chunk that only renames what another exports, as the bundler leaves for each lazily imported module that a group took. */
const FACADE = /^export\{([^}]*)\}from"\.\/([^"]+)";\s*$/

/** Has lazy imports load the chunk that holds their module, without a request for its facade. */
export function withoutFacades(): Plugin {
  return {
    name: 'cooperage-without-facades',
    apply: 'build',
    generateBundle: {
      // Vite finds out afterwards what each lazy import preloads.
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const imports = new Map<string, string>()
        const targets = new Map<string, string>()
        for (const { fileName, code, isDynamicEntry } of chunks) {
          const [, names, target] = FACADE.exec(code) ?? []
          if (!isDynamicEntry || names === undefined || target === undefined) continue
          const pairs = names.split(',').map((name) => name.split(' as '))
          const namespace = pairs.map(([name, exported = name]) => `${exported}:m.${name}`)
          imports.set(basename(fileName), `import(\`./${target}\`).then(m=>({${namespace}}))`)
          targets.set(fileName, join(dirname(fileName), target))
          delete bundle[fileName]
        }
        for (const chunk of chunks) {
          chunk.code = chunk.code.replace(/import\(`\.\/([^`]+)`\)/g, (text, name) => imports.get(name) ?? text)
          chunk.dynamicImports = [...new Set(chunk.dynamicImports.map((name) => targets.get(name) ?? name))]
        }
      },
    },
  }
}
