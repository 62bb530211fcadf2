#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=4
/**
 * The command `cooperage`. The young heap is kept small (here, by `npm start`, and for the engine), because buffers of transfers
 * are released only when it is collected: this saves a quarter of the memory during a transfer, at the same speed. It isn't
 * smaller at first either: V8 shrinks it to 1 MiB and collects it four times as often.
 *
 * It runs the build of `build/build-command.ts`, which `npm start` and the tests keep up to date.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { compileCacheFolder } from './compile-cache.mjs'

// Without a folder, Node would use the shared one for temporary files, where another user could plant compiled code.
const compiled = compileCacheFolder()
if (compiled !== undefined) enableCompileCache(compiled)

if (existsSync(new URL('../dist/cooperage.js', import.meta.url))) await import('../dist/cooperage.js')
else {
  console.error('The command is not built yet: run "npm start", or "npm run build" first.')
  process.exitCode = 1
}
