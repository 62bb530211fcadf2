/**
 * Bundles the command `cooperage` and the programs that it starts into `packages/cli/dist`: a folder for each build, and beside
 * them the entry points, which import the latest build. The bundle isn't minified: it keeps names, and the paths of the sources
 * as comments, so that stack traces are readable.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type Plugin, rolldown } from 'rolldown'
import { bundledPackages, type PackagePath, writePackages } from '../../../scripts/release/bundled-packages.ts'

/** Where the third-party packages in the bundle are listed, for their licences; a release names it. */
const PACKAGES_FILE = process.argv[3]
const PACKAGES = join(import.meta.dirname, '..', '..')
const DIST = resolve(process.argv[2] ?? join(PACKAGES, 'cli', 'dist'))
/** Several test runs may build at the same time, so files are written here first and then renamed. */
const TEMPORARY = join(DIST, `.new-${process.pid}`)
/** Number of builds to keep: running processes still load chunks and start programs of older ones. */
const KEPT = 5

/** The programs by the names with which `programBeside` of the engine and the server finds them. */
const PROGRAMS = {
  cooperage: 'cli/src/main.ts',
  'engine-process': 'engine/src/engine-process.ts',
  'computation-thread': 'server/src/shared/computations/computation-thread.ts',
  'check-process': 'engine/src/check/check-process.ts',
  'audit-thread': 'server/src/shared/audit-store/audit-thread.ts',
  'md5-thread': 'engine/src/store/files/md5-thread.ts',
  'samples-thread': 'server/src/dashboard/metrics/samples-thread.ts',
  'store-thread': 'server/src/shared/console-store/store-thread.ts',
}
/** The entry points. */
const ENTRIES = ['cooperage.js', 'engine-process.js']

// The marker describes the sources of the previous build, which this run replaces, even if it fails.
rmSync(join(DIST, '.built-from'), { force: true })
const found = new Set<PackagePath>()
const bundle = await rolldown({
  cwd: PACKAGES,
  input: PROGRAMS,
  platform: 'node',
  // It searches for its binary beside its own files.
  external: ['lmdb'],
  plugins: [withoutHttpFacade(), inAscii(), bundledPackages(found)],
})
mkdirSync(TEMPORARY, { recursive: true })
try {
  // Rolldown's own removal of dead code would print everything once more after `inAscii`, without the escapes.
  const { output } = await bundle.write({
    dir: join(TEMPORARY, 'build'),
    format: 'esm',
    minify: false,
    // V8 keeps the source for as long as it runs.
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  const codes = output.map((file) => (file.type === 'chunk' ? file.code : ''))
  checkPrograms(codes.join('\n'))
  const name = createHash('sha256').update(codes.join('\n')).digest('hex').slice(0, 16)
  install(join(TEMPORARY, 'build'), join(DIST, name))
  for (const entry of ENTRIES) {
    writeFileSync(join(TEMPORARY, entry), `await import('./${name}/${entry}')\n`)
    renameSync(join(TEMPORARY, entry), join(DIST, entry))
  }
  removeOldBuilds()
  if (PACKAGES_FILE !== undefined) writePackages(PACKAGES_FILE, found)
} finally {
  rmSync(TEMPORARY, { recursive: true, force: true })
  await bundle.close()
}

/**
 * Takes `node:http` from `process.getBuiltinModule`. A static import reads all its exports, among them the getters of `WebSocket`
 * and its events, for which Node loads its own undici: 13 MiB and some 20 ms of each process, for nothing that is used.
 */
function withoutHttpFacade(): Plugin {
  const id = '\0node:http'
  return {
    name: 'without-http-facade',
    resolveId: (source, _importer, { kind }) =>
      kind === 'import-statement' && (source === 'node:http' || source === 'http') ? id : null,
    load(loaded) {
      if (loaded !== id) return null
      const names = Object.keys(http).filter((name) => !('get' in (Object.getOwnPropertyDescriptor(http, name) ?? {})))
      return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${names.join(', ')} } = http\n`
    },
  }
}

/** Escapes what isn't ASCII: V8 keeps a source with one such character in two bytes per character for as long as it runs. */
function inAscii(): Plugin {
  const escaped = (character: string) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  return {
    name: 'in-ascii',
    renderChunk(code) {
      // An escape means the same in strings, templates, regular expressions and names. Only String.raw would show it.
      if (/String\.raw`[^`]*\P{ASCII}/u.test(code)) throw new Error('A raw template has characters beyond ASCII.')
      return code.replace(/\P{ASCII}/gu, escaped)
    },
  }
}

/** Moves a build into place, unless the same build exists there, and marks it as the latest. */
function install(from: string, place: string): void {
  try {
    renameSync(from, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
  const now = new Date()
  utimesSync(place, now, now)
}

function removeOldBuilds(): void {
  const others = readdirSync(DIST, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !ENTRIES.includes(name),
  )
  const builtAt = (name: string) => statSync(join(DIST, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const builds = others.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const kept = builds.toSorted((a, b) => builtAt(b) - builtAt(a)).slice(0, KEPT)
  for (const { name } of others) if (!kept.includes(name)) rmSync(join(DIST, name), { recursive: true, force: true })
}

/** @throws Error if the code starts a program that isn't built, which would otherwise fail only at run time */
function checkPrograms(code: string): void {
  const started = [...code.matchAll(/programBeside(?:\$\d+)?\(import\.meta, "([^"]+)"\)/g)].map(([, name]) => name)
  for (const name of started) {
    if (name === undefined || !Object.hasOwn(PROGRAMS, name))
      throw new Error(`PROGRAMS of build-command.ts lacks ${name}.`)
  }
  // A program that no code starts is unused, or is started in another way.
  for (const name of Object.keys(PROGRAMS)) {
    if (name !== 'cooperage' && !started.includes(name)) throw new Error(`No code calls programBeside for ${name}.`)
  }
  const [bySource] = /new URL\("[^"]+\.ts", import\.meta\.url\)/.exec(code) ?? []
  if (bySource) throw new Error(`${bySource}: a program is named by programBeside, which finds it in the bundle too.`)
}
