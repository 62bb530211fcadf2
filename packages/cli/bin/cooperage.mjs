#!/usr/bin/env -S node --max-semi-space-size=4
/**
 * The command `cooperage`. The young heap is kept small (here, by `npm start`, and for the engine), because bytes on their
 * way lie beside it and are let go only when it has filled up: a quarter less memory during a transfer, at the same speed.
 *
 * It runs what `build/build-command.ts` made of the sources: `npm start` and the tests see to it that this is fresh.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { compileCacheFolder } from './compile-cache.mjs'

// Without a folder Node would use the shared one for temporary files, where another user can leave compiled code for us.
const compiled = compileCacheFolder()
if (compiled !== undefined) enableCompileCache(compiled)

if (existsSync(new URL('../dist/cooperage.js', import.meta.url))) await import('../dist/cooperage.js')
else {
  console.error('The command is not built yet: run "npm start", or "npm run build" first.')
  process.exitCode = 1
}
