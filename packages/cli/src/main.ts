/** What the command `cooperage` does; it is started by `bin/cooperage.mjs`. */
import { renderHelp } from './help.ts'
import { readSettings, SettingsError } from './settings.ts'
import { StartError } from './start-error.ts'

/** Time for what is still open after the end was asked for; then the process ends without it. */
const LAST_WAIT_MS = 3000

async function main(): Promise<void> {
  // What this command writes is for its owner, also where others can enter the data folder.
  process.umask(0o077)
  if (process.argv[2] === 'engine') {
    const { runEngineCommand } = await import('./engine/engine-commands.ts')
    process.exitCode = await runEngineCommand(process.argv.slice(3), process.env)
    return
  }
  const { help, settings, notices } = readSettings(process.argv.slice(2), process.env)
  if (help) {
    process.stdout.write(renderHelp())
    return
  }
  for (const notice of notices) console.error(notice)

  const env = { ...process.env }
  // The engine alone gets the root keys: what this process does not hold, nobody can get out of it.
  delete process.env.COOPERAGE_ROOT_USER
  delete process.env.COOPERAGE_ROOT_PASSWORD
  delete env.COOPERAGE_SECRET

  const ending = new AbortController()
  // A terminal, npm and a script in between may each pass on the same Ctrl-C: all of them mean one end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  // A terminal that was closed takes no more output; the processes still have to be ended in order.
  process.stdout.on('error', () => ending.abort())
  process.stderr.on('error', () => ending.abort())

  const { startCooperage } = await import('./start.ts')
  const running = await startCooperage({ settings, env, signal: ending.signal, tell: (line) => console.log(line) })
  if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
  console.log('Ending …')
  await running.close()
  setTimeout(() => process.exit(), LAST_WAIT_MS).unref()
}

/** What the system refuses (a disk that is full, a port taken a moment ago) needs no stack trace, and neither does a wrong setting. */
function isExpected(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && 'syscall' in error)
}

try {
  await main()
} catch (error) {
  if (error instanceof SettingsError) process.exitCode = 2
  else if (error instanceof Error && error.name === 'AbortError') process.exitCode = 0
  else process.exitCode = 1
  if (process.exitCode !== 0) console.error(isExpected(error) ? error.message : error)
}
