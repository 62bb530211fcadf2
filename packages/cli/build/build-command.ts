/**
 * Makes the bundle of the command `cooperage` and of the programs that it starts, in `packages/cli/dist`. It is not minified:
 * each piece keeps its names, and the path of its source as a comment, so that a stack trace can be read.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'

const PACKAGES = join(import.meta.dirname, '..', '..')
const DIST = join(PACKAGES, 'cli', 'dist')
/** Several runs of tests may build at once, so nothing is ever half written where it is read. */
const TEMPORARY = join(DIST, `.new-${process.pid}`)

/** By these names code finds the programs beside it: `programBeside` of the engine. */
const PROGRAMS = {
  cooperage: 'cli/src/main.ts',
  'engine-process': 'engine/src/engine-process.ts',
  'check-process': 'engine/src/check/check-process.ts',
  'md5-thread': 'engine/src/store/md5-thread.ts',
}

const bundle = await rolldown({
  cwd: PACKAGES,
  input: PROGRAMS,
  platform: 'node',
  // It looks for its binary beside its own files.
  external: ['lmdb'],
})
mkdirSync(TEMPORARY, { recursive: true })
try {
  const { output } = await bundle.write({ dir: TEMPORARY, format: 'esm' })
  for (const file of output) if (file.type === 'chunk') demandItsPrograms(file.code)
  const isProgram = (name: string) => Object.keys(PROGRAMS).some((program) => name === `${program}.js`)
  const made = output.map(({ fileName }) => fileName).sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)))
  // The programs come last, because they name the others.
  for (const name of made) renameSync(join(TEMPORARY, name), join(DIST, name))
  for (const name of readdirSync(DIST)) if (!name.startsWith('.') && !made.includes(name)) rmSync(join(DIST, name))
} finally {
  rmSync(TEMPORARY, { recursive: true, force: true })
  await bundle.close()
}

/** @throws Error when the code would look for a program that is not built, which would be found out by its first user */
function demandItsPrograms(code: string): void {
  for (const [, name = ''] of code.matchAll(/programBeside\(import\.meta, "([^"]+)"\)/g)) {
    if (!Object.hasOwn(PROGRAMS, name)) throw new Error(`PROGRAMS of build-command.ts lacks ${name}.`)
  }
  const [bySource] = /new URL\("[^"]+\.ts", import\.meta\.url\)/.exec(code) ?? []
  if (bySource) throw new Error(`${bySource}: a program is named by programBeside, which finds it in the bundle too.`)
}
