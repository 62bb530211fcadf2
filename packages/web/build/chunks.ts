import { readdirSync } from 'node:fs'
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
  /\/(AgplDialog|ApiReferencePage|GuidePage|LineGraph|LoadedEditor|StartCard|WidgetBoard|[A-Za-z]+Viewer|CreateTenantPage|HopPage)\.tsx$|\/messages\/pseudo\.ts$|\/node_modules\//
/** In the frame of every page, although it belongs to a feature. */
const IN_FRAME = /\/AlertBadge\.tsx$/
/** What only visitors of Garage need, in whatever feature it is: one script. */
const OF_GARAGE = /\/Garage\w+\.tsx$/
/** The guide in another language: one script, which only visitors who read it in that language load. */
const GUIDE_OF_LANGUAGE = /\/docs\/guide\/([\w-]+)\/[^/]+\.md$/
/** Modules that only export what others contain. */
const INDEX =
  /\/(@mantine\/\w+\/esm\/(.+\/)?index\.mjs|tabler-icons-react\.mjs|(contract|wire)\/src\/(.+\/)?(index|features)\.ts)$/
/** A list of names that are imported or exported from another module. */
const FROM = /\{[^{}]*\}\s*from\b/g
/**
 * The features of each area, which is one script: few visitors open one page only, and everything is loaded ahead. None is so
 * large that a page waits long for its neighbors: those of storage have 52 to 82 kB after compression.
 */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  data: ['buckets', 'objects', 'share-links', 'transfers'],
  access: ['access-keys', 'groups', 'iam-backup', 'identity-providers', 'policies', 'users'],
  cluster: [
    'activity',
    'batch-jobs',
    'heal',
    'jobs',
    'kms',
    'pools',
    'site-replication',
    'speed-tests',
    'support-tools',
  ],
  system: [
    'account',
    'alerts',
    'diagnostics',
    'logs',
    'notification-targets',
    'servers',
    'settings',
    'tiers',
    'trace',
    'watch',
    'webhooks',
  ],
  // Operator mode.
  tenants: ['storage', 'tenants'],
  // Every other page loads it too, and these are small.
  shared: ['dashboard', 'license', 'session'],
  // Besides what other features have for it.
  garage: ['garage'],
}
const AREA_OF = new Map(Object.entries(AREAS).flatMap(([area, features]) => features.map((name) => [name, area])))
/** Directories of `src` that are in no area. */
const IN_NO_AREA = new Set([
  // No features.
  'app',
  'messages',
  'navigation',
  'shared',
  'shell',
  // Scripts of their own, which only visitors of the guide load.
  'api-reference',
  'guide',
  // Styles of pages without scripts.
  'public-page',
  // Imported by the frame.
  'sign-out',
])
const SOURCES = new URL('../src/', import.meta.url)

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * The chunk of a module. Each chunk is a request, so the pages and dialogs of an area are one; what several areas use is
 * another. What only rare parts use is left to the bundler. @throws Error if a feature is in no area
 */
export function chunkNames(): (id: string, modules: Modules) => string | null {
  checkAreas()
  // The bundler computes what it says of a module at each call, and each module is reached from most of those that it imports.
  const parts = new Map<string, ReadonlySet<string>>()
  const direct = new Map<string, readonly string[]>()
  const behind = new Map<string, readonly string[]>()
  const imported = new Map<string, ReadonlySet<string>>()
  const owns = new Map<string, string | undefined>()

  /** The names of the parts that load a module: areas, `first`, `shared` for dialogs of the frame, and rare parts. */
  function partsOf(id: string, modules: Modules): ReadonlySet<string> {
    return once(parts, id, () => {
      const users = new Set([id])
      for (const user of users) for (const next of usersOf(user, modules)) users.add(next)
      return new Set([...users].flatMap((user) => ownPart(user, modules) ?? []))
    })
  }

  /** The name of the part that a module begins, if it's imported lazily. */
  const ownPart = (id: string, modules: Modules) =>
    once(owns, id, () => ((modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0 ? partName(id) : undefined))

  /** What imports a module, directly or by one of its names from an index. */
  function usersOf(id: string, modules: Modules): readonly string[] {
    return once(direct, id, () => {
      const module = modules.getModuleInfo(id)
      if (module === null) return []
      // An index may name the default export after the file.
      const names = module.exports.map((name) => (name === 'default' ? parse(id).name : name))
      return module.importers.flatMap((importer) =>
        INDEX.test(importer)
          ? usersOfIndex(importer, modules).filter((user) => {
              const used = importsOf(user, modules)
              return names.some((name) => used.has(name))
            })
          : [importer],
      )
    })
  }

  /** What imports from an index, directly or through others. */
  function usersOfIndex(index: string, modules: Modules): readonly string[] {
    return once(behind, index, () =>
      (modules.getModuleInfo(index)?.importers ?? []).flatMap((user) =>
        INDEX.test(user) ? usersOfIndex(user, modules) : [user],
      ),
    )
  }

  /** The names in what a module imports and exports from others, in whatever statement. */
  const importsOf = (id: string, modules: Modules) =>
    once(imported, id, () => {
      const lists = modules.getModuleInfo(id)?.code?.match(FROM)?.join()
      return new Set(lists?.match(/[\w$]+/g))
    })

  return (id, modules) => {
    const guide = GUIDE_OF_LANGUAGE.exec(id)?.[1]
    if (guide !== undefined) return `guide-${guide}`
    const users = partsOf(id, modules)
    if (users.has('first')) return 'first'
    const [only] = users
    if (users.size === 1 && only !== undefined) return only.startsWith('/') ? null : only
    if (users.size > 1 && [...users].every((part) => part.startsWith('/'))) return null
    return 'shared'
  }
}

/** What `compute` returns for this key, computed at the first call. */
function once<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined || known.has(key)) return found as Value
  const value = compute()
  known.set(key, value)
  return value
}

function partName(id: string): string {
  if (FIRST.some((module) => id.endsWith(module))) return 'first'
  if (OF_GARAGE.test(id)) return 'garage'
  if (IN_FRAME.test(id)) return 'shared'
  return RARE.test(id) ? id : (areaOf(id) ?? 'shared')
}

function areaOf(id: string): string | undefined {
  return AREA_OF.get(id.match(/\/packages\/web\/src\/([^/]+)\//)?.[1] ?? '')
}

/** A new feature would otherwise be in the script that every page loads. */
function checkAreas(): void {
  const directories = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const missing = directories.map(({ name }) => name).filter((name) => !AREA_OF.has(name) && !IN_NO_AREA.has(name))
  if (missing.length > 0) throw new Error(`In no area of AREAS in build/chunks.ts: ${missing.join(', ')}`)
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

/** What a chunk imports of the bundler's runtime, and what the runtime exports. */
const OF_RUNTIME = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";?/
const EXPORTS = /export\{([^}]*)\};?\s*$/

/** Has the first script hold the runtime of the bundler, which is less than a kilobyte and otherwise a script of its own. */
export function withoutRuntime(): Plugin {
  return {
    name: 'cooperage-without-runtime',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
        const [start, ...otherEntries] = chunks.filter(({ isEntry }) => isEntry)
        if (runtime === undefined) return this.error('There is no script with the runtime of the bundler')
        if (start === undefined || otherEntries.length > 0) return this.error('There must be one first script')
        // They would run before the first script has made the runtime.
        if (start.imports.some((name) => name !== runtime.fileName)) {
          return this.error(`The first script imports others: ${start.imports.join(', ')}`)
        }
        const exported = EXPORTS.exec(runtime.code)?.[1]
        if (exported === undefined) return this.error(`${runtime.fileName} doesn't end with its exports`)
        const returned = pairsOf(exported).map(([local, name]) => `${name}:${local}`)
        const body = runtime.code.replace(EXPORTS, () => `return{${returned}}`)
        delete bundle[runtime.fileName]
        for (const chunk of chunks) {
          if (chunk === runtime) continue
          const own = chunk === start ? `const __runtime=(()=>{${body}})();export{__runtime};` : undefined
          const shared = own ?? `import{__runtime}from"./${basename(start.fileName)}";`
          const named = (names: string) => pairsOf(names).map(([name, local]) => `${name}:${local}`)
          chunk.code = chunk.code.replace(OF_RUNTIME, (_, names) => `${shared}const{${named(names)}}=__runtime;`)
          if (chunk.code.includes('rolldown-runtime-')) {
            return this.error(`${chunk.fileName} still imports the runtime of the bundler`)
          }
          if (!chunk.imports.includes(runtime.fileName)) continue
          const others = chunk.imports.filter((name) => name !== runtime.fileName)
          chunk.imports = chunk === start ? others : [...new Set([...others, start.fileName])]
        }
        if (!start.code.includes('export{__runtime}')) return this.error('The first script lacks the runtime')
      },
    },
  }
}

/** The pairs of `a as b,c`, in which `c` has its own name. */
function pairsOf(names = ''): [name: string, other: string][] {
  return names.split(',').map((pair) => {
    const [name = '', other = name] = pair.split(' as ')
    return [name, other]
  })
}
