#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 node --min-semi-space-size=4 --max-semi-space-size=4
/**
 * The command `cooperage`. The young heap is kept small (here, by `npm start`, and for the engine), because buffers of transfers
 * are released only when it is collected: this saves a quarter of the memory during a transfer, at the same speed. It isn't
 * smaller at first either: V8 shrinks it to 1 MiB and collects it four times as often. What glibc allocates is in one arena for
 * all threads: one for each, as by default, keeps 16 MiB more at rest. Blocks of 128 KiB and more are returned when they are freed:
 * by default, glibc stops doing so once the start has freed larger ones, and keeps 4 MiB. The engine inherits the first of both.
 *
 * It runs the build of `build/build-command.ts`, which `npm start` and the tests keep up to date.
 */
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Cooperage needs Node ${needed} or newer. This is Node ${process.versions.node}. Install a newer one from https://nodejs.org, or use the archive of Cooperage for your platform, which includes Node.`,
  )
  process.exitCode = 1
} else if (existsSync(new URL('../dist/cooperage.js', import.meta.url))) {
  // Older versions of Node can't load this.
  const { useCompileCache } = await import('./compile-cache.mjs')
  useCompileCache()
  await import('../dist/cooperage.js')
} else {
  console.error('The command is not built yet: run "npm start", or "npm run build" first.')
  process.exitCode = 1
}
