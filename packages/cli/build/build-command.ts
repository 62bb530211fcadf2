/**
 * Makes the bundle of the command `cooperage` and of the programs that it starts, in `packages/cli/dist`: a folder for each
 * build, and beside them the programs that people and tests start, which lead to the latest. It is not minified: each piece
 * keeps its names, and the path of its source as a comment, so that a stack trace can be read.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'

const PACKAGES = join(import.meta.dirname, '..', '..')
const DIST = process.argv[2] ?? join(PACKAGES, 'cli', 'dist')
/** Several runs of tests may build at once, so nothing is ever half written where it is read. */
const TEMPORARY = join(DIST, `.new-${process.pid}`)
/** Builds that stay, the latest first: what runs of an older one still loads pieces of it, and starts its programs. */
const KEPT = 5

/** By these names code finds the programs beside it: `programBeside` of the engine and of the server. */
const PROGRAMS = {
  cooperage: 'cli/src/main.ts',
  'engine-process': 'engine/src/engine-process.ts',
  'check-process': 'engine/src/check/check-process.ts',
  'audit-thread': 'server/src/shared/audit-store/audit-thread.ts',
  'md5-thread': 'engine/src/store/files/md5-thread.ts',
  'samples-thread': 'server/src/dashboard/metrics/samples-thread.ts',
}
/** What is started from outside. */
const ENTRIES = ['cooperage.js', 'engine-process.js']

// Whatever comes of this, the sources that the build before it was of are no longer what is here.
rmSync(join(DIST, '.built-from'), { force: true })
const bundle = await rolldown({
  cwd: PACKAGES,
  input: PROGRAMS,
  platform: 'node',
  // It looks for its binary beside its own files.
  external: ['lmdb'],
})
mkdirSync(TEMPORARY, { recursive: true })
try {
  const { output } = await bundle.write({ dir: join(TEMPORARY, 'build'), format: 'esm' })
  const codes = output.map((file) => (file.type === 'chunk' ? file.code : ''))
  checkPrograms(codes.join('\n'))
  const name = createHash('sha256').update(codes.join('\n')).digest('hex').slice(0, 16)
  install(join(TEMPORARY, 'build'), join(DIST, name))
  for (const entry of ENTRIES) {
    writeFileSync(join(TEMPORARY, entry), `await import('./${name}/${entry}')\n`)
    renameSync(join(TEMPORARY, entry), join(DIST, entry))
  }
  removeOldBuilds()
} finally {
  rmSync(TEMPORARY, { recursive: true, force: true })
  await bundle.close()
}

/** Gives a build its place, where the same one may be already, and makes it the latest. */
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

/** @throws Error when the code would look for a program that is not built, which would be found out by its first user */
function checkPrograms(code: string): void {
  const found = [...code.matchAll(/programBeside(?:\$\d+)?\(import\.meta, "([^"]+)"\)/g)].map(([, name]) => name)
  for (const name of found) {
    if (name === undefined || !Object.hasOwn(PROGRAMS, name))
      throw new Error(`PROGRAMS of build-command.ts lacks ${name}.`)
  }
  // What is never found was not looked for in the right way, or is needed no more.
  for (const name of Object.keys(PROGRAMS)) {
    if (name !== 'cooperage' && !found.includes(name)) throw new Error(`No code asks programBeside for ${name}.`)
  }
  const [bySource] = /new URL\("[^"]+\.ts", import\.meta\.url\)/.exec(code) ?? []
  if (bySource) throw new Error(`${bySource}: a program is named by programBeside, which finds it in the bundle too.`)
}
