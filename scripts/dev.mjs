/** `npm run dev`: prepares the clone, then serves the page with hot reload in front of a running console. */
import { join } from 'node:path'
import process from 'node:process'
import { ensureInstalled, findRuntime, orExplain, ROOT, runProgram } from './workspace.mjs'

const runtime = await orExplain(() => {
  ensureInstalled()
  return findRuntime()
})
await runProgram(runtime, join(ROOT, 'scripts', 'dev-servers.ts'), process.argv.slice(2))
