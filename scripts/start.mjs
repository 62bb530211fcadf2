/** `npm start`: prepares the clone, then runs the command `cooperage` with the arguments given. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureCommandBuilt, ensureInstalled, ensureWebBuilt, findRuntime, orExplain, ROOT } from './workspace.mjs'

const args = process.argv.slice(2)
const main = join(ROOT, 'packages', 'cli', 'bin', 'cooperage.mjs')

const runtime = await orExplain(() => {
  ensureInstalled()
  const needsNoPage = args.includes('--help') || args.includes('-h') || args[0] === 'engine'
  if (!needsNoPage) ensureWebBuilt()
  ensureCommandBuilt()
  return findRuntime()
})

if (runtime === process.execPath) {
  await import(pathToFileURL(main).href)
} else {
  const child = spawn(runtime, [...process.execArgv, main, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  // The child decides when it ends. At a terminal it has had the signal already and takes a second one for the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
  child.on('error', (error) => {
    console.error(`${runtime} could not be started: ${error.message}`)
    process.exitCode = 1
  })
}
