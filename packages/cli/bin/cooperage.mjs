#!/usr/bin/env -S node --max-semi-space-size=4
/**
 * The command `cooperage`. The young heap is kept small (here, by `npm start`, and for the engine), because bytes on their
 * way lie beside it and are let go only when it has filled up: a quarter less memory during a transfer, at the same speed.
 *
 * Plain JavaScript, because the compile cache has to be at hand before the first TypeScript is
 * read: with everything in it Node never loads its compiler, which is 20 MiB and a tenth of a second in each process.
 */
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

// A folder of the user's own: in the shared one for temporary files another user could leave compiled code for us. Where it
// cannot be written, everything works without it.
enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cooperage', 'compiled'))

await import('../src/main.ts')
