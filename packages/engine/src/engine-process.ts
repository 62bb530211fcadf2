/**
 * The engine as a separate process. Settings by environment: COOPERAGE_DATA (needed), COOPERAGE_HOST,
 * COOPERAGE_STORAGE_PORT, COOPERAGE_STORAGE_TLS_CERT and COOPERAGE_STORAGE_TLS_KEY, COOPERAGE_TRUSTED_PROXIES, COOPERAGE_ROOT_USER and COOPERAGE_ROOT_PASSWORD (for a new data folder), COOPERAGE_REGION,
 * COOPERAGE_STORAGE_CONNECTIONS, COOPERAGE_SCRUB_DAYS, COOPERAGE_LIFECYCLE_SECONDS, COOPERAGE_ENCRYPTION_KEY_FILE, COOPERAGE_SIGNATURE_V2 (`on` or `off`),
 * COOPERAGE_CANNED_ACLS (`ignore` or `refuse`), COOPERAGE_CA_FILE,
 * COOPERAGE_LOG_LEVEL, COOPERAGE_METRICS_PUBLIC=1, COOPERAGE_SAMPLE=1. Reports to its parent, if there is one, `{ ready, url, port, pid, createdRoot }`,
 * `{ failed }` or, when stopped through the admin API, `{ stopped }`, and continues when the parent dies. SIGTERM and SIGINT
 * shut it down gracefully.
 */
import { readSettings } from './engine-settings.ts'
import { writeLogLine } from './log.ts'
import { ROOT_CREDENTIALS_FILE } from './root-credentials.ts'
import { addSampleData } from './sample-data.ts'
import { startEngine } from './start-engine.ts'
import { trustCertificates } from './trusted-certificates.ts'

// The contents of a data folder are for its owner only, even if others can enter the folder.
process.umask(0o077)

/**
 * Node's four threads for files can all be waiting for flushes of large uploads, while the blocks of others aren't written.
 * The first use of the threads reads this setting.
 */
process.env.UV_THREADPOOL_SIZE ??= '8'

/** After a termination signal. Longer than the grace period of requests. */
const EXIT_DEADLINE_MS = 8_000

// The pipes break when the parent dies. Output that can't be written is no reason to exit.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await run()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  writeLogLine({ level: 'error', message: reason })
  process.exitCode = 1
  await notifyParent({ failed: reason })
  disconnect()
}

async function run(): Promise<void> {
  const { dataDir, root, ...options } = readSettings(process.env)
  if (process.env.COOPERAGE_CA_FILE) trustCertificates(process.env.COOPERAGE_CA_FILE)
  const engine = await startEngine({ dataDir, ...options, ...(root === undefined ? {} : { root }), onStop: leave })
  if (process.env.COOPERAGE_SAMPLE === '1') await addSampleData(engine.store)

  let isEnding = false
  function end(): void {
    if (isEnding) return
    isEnding = true
    // An administrator who reads the log sees when the process started and ended in order.
    writeLogLine({ level: 'info', message: 'The engine is stopping' })
    // The process ends even if something hangs: its data is safe at any moment.
    setTimeout(() => process.exit(1), EXIT_DEADLINE_MS).unref()
    void engine.close().then(disconnect, (error) => {
      writeLogLine({ level: 'error', message: 'The engine did not close in order', error: String(error) })
      process.exit(1)
    })
  }
  process.on('SIGTERM', end).on('SIGINT', end)

  /** Tells the parent that the engine was stopped through the admin API and didn't crash. */
  function leave(error?: unknown): void {
    isEnding = true
    if (error !== undefined) process.exit(1)
    void notifyParent({ stopped: true }).then(disconnect)
  }

  writeLogLine({ level: 'info', message: `The engine is ready at ${engine.url}` })
  if (engine.createdRoot && root === undefined) showRootKeys(dataDir, engine.root)
  await notifyParent({
    ready: true,
    url: engine.url,
    port: engine.port,
    pid: process.pid,
    createdRoot: engine.createdRoot,
  })
}

/** Secrets are printed only to a terminal, never to a log file or pipe. */
function showRootKeys(dataDir: string, { accessKey, secretKey }: { accessKey: string; secretKey: string }): void {
  process.stdout.write(
    process.stdout.isTTY
      ? `Root access key: ${accessKey}\nRoot secret key: ${secretKey}\n`
      : `The root keys are in the file ${ROOT_CREDENTIALS_FILE} in ${dataDir}.\n`,
  )
}

/** Resolves when the message is sent, or when there is no parent. */
function notifyParent(message: object): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve())
    else resolve()
  })
}

/** An open channel to the parent would keep the process alive. */
function disconnect(): void {
  if (process.connected) process.disconnect()
}
