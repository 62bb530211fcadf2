/** Removes stale multipart uploads, with the interval and age from the settings. */
import type { Config } from './config/config.ts'
import { LONGEST_TIMEOUT_MS, parseDuration } from './config/values.ts'
import type { Log } from './log.ts'
import type { Store } from './store/store.ts'

const DEFAULT_INTERVAL = '6h'
const DEFAULT_EXPIRY = '24h'

/** Returns a function that stops it and resolves when running work has ended. */
export function removeStaleUploads({ store, config, log }: { store: Store; config: Config; log: Log }) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    try {
      await store.abortUploadsBefore(
        Date.now() - parseDuration(config.get('api').stale_uploads_expiry || DEFAULT_EXPIRY),
      )
    } catch (error) {
      log({ level: 'error', message: 'abandoned uploads could not be removed', error: String(error) })
    }
  }
  function schedule(): void {
    clearInterval(timer)
    const interval = parseDuration(config.get('api').stale_uploads_cleanup_interval || DEFAULT_INTERVAL)
    timer = setInterval(
      () => {
        running = running.then(run)
      },
      Math.min(interval, LONGEST_TIMEOUT_MS),
    )
    timer.unref()
  }
  config.onChange('api', schedule)
  schedule()
  return async function end(): Promise<void> {
    clearInterval(timer)
    await running
  }
}
