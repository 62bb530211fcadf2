/** The command `cooperage`, started by `bin/cooperage.mjs`. */
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import packageJson from '../package.json' with { type: 'json' }
import { renderHelp } from './help.ts'
import { readSettings, SettingsError } from './settings.ts'
import { StartError } from './values.ts'

/** Time for pending work to finish after the shutdown; then the process exits anyway. */
const LAST_WAIT_MS = 3000

async function main(): Promise<void> {
  // Files that this command writes are readable by their owner only, even if others can enter the data folder.
  process.umask(0o077)
  const [, , group = '', ...args] = process.argv
  if (group === 'engine' || group === 'second-factor') {
    const { runDataCommand } = await import('./engine/engine-commands.ts')
    process.exitCode = await runDataCommand(group, args, process.env)
    return
  }
  const { help, version, settings, notices } = readSettings(process.argv.slice(2), process.env)
  if (help) {
    process.stdout.write(renderHelp())
    return
  }
  if (version) {
    console.log(packageJson.version)
    return
  }
  const print = lineWriter(settings.logFormat)
  report = print
  for (const notice of notices) print(notice, 'warn')

  const env = { ...process.env }
  // Only the engine gets the root keys: what this process doesn't hold can't leak from it.
  delete process.env.COOPERAGE_ROOT_USER
  delete process.env.COOPERAGE_ROOT_PASSWORD
  delete env.COOPERAGE_SECRET
  delete env.COOPERAGE_PROMETHEUS_TOKEN
  delete env.COOPERAGE_METRICS_TOKEN
  delete env.COOPERAGE_CONSOLE_METRICS_TOKEN
  delete env.COOPERAGE_AUDIT_STORE
  delete env.COOPERAGE_AUDIT_TOKEN

  const ending = new AbortController()
  // A terminal, npm and a script in between may each forward the same Ctrl-C: all of them mean one shutdown.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  // Writing to a closed terminal fails; the processes still need a clean shutdown.
  process.stdout.on('error', () => ending.abort())
  process.stderr.on('error', () => ending.abort())

  // V8 lets the heap grow by a multiple of what is in use before it collects it, and what waits for a storage server outlives the
  // young heap (decision 24).
  setFlagsFromString('--heap-growing-percent=50')
  const { startCooperage } = await import('./start.ts')
  const running = await startCooperage({ settings, env, signal: ending.signal, print })
  if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
  print('Ending …')
  await running.close()
  setTimeout(() => process.exit(), LAST_WAIT_MS).unref()
}

type Print = (line: string, level?: 'info' | 'warn' | 'error') => void

/** How lines for the user are written: as they are, or as entries of a log that has nothing else. */
function lineWriter(format: 'auto' | 'json' | 'text'): Print {
  return (line, level = 'info') => {
    const time = new Date().toISOString()
    const text = format === 'json' ? JSON.stringify({ level, time, msg: line.trim() }) : line
    if (level === 'info') console.log(text)
    else console.error(text)
  }
}

/** Until the settings are known. */
let report: Print = lineWriter('auto')

/** System errors (a full disk, a port just taken) and invalid settings need no stack trace. */
function isExpected(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && 'syscall' in error)
}

try {
  await main()
} catch (error) {
  if (error instanceof SettingsError) process.exitCode = 2
  else if (error instanceof Error && error.name === 'AbortError') process.exitCode = 0
  else process.exitCode = 1
  if (process.exitCode !== 0) report(isExpected(error) ? error.message : inspect(error), 'error')
}
