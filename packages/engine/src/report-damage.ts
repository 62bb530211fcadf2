import { visible } from './check/finding.ts'
import type { Log } from './log.ts'
import type { StartedStore } from './store/durable-store.ts'

/** Logs every object found damaged, and starts the scrubber. */
export function reportDamage({ damage, scrubber }: StartedStore, scrubDays: number, log: Log): void {
  damage.onFound(({ bucket, key, versionId, detail }) => {
    const name = `${visible(`${bucket}/${key}`)} (version ${versionId})`
    log({ level: 'error', message: `the object ${name} is damaged on disk and isn't served: ${visible(detail)}` })
  })
  if (scrubDays === 0) return
  scrubber.start(scrubDays, (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', message: 'stored objects are no longer verified', error: text })
  })
}
