/** `npm start`: prepares the clone, then runs the command `cooperage` with the arguments given. */
import { join } from 'node:path'
import { ensureBuiltToStart, ensureInstalled, findRuntime, orExplain, ROOT, runProgram } from './workspace.mjs'

const args = process.argv.slice(2)
const main = join(ROOT, 'packages', 'cli', 'bin', 'cooperage.mjs')

const runtime = await orExplain(async () => {
  ensureInstalled({ toStart: true })
  const needsNoPage = args.includes('--help') || args.includes('-h') || args[0] === 'engine'
  await ensureBuiltToStart({ withPage: !needsNoPage })
  return findRuntime()
})

await runProgram(runtime, main, args)
