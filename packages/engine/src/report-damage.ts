import { visible } from './check/finding.ts'
import type { Log } from './log.ts'
import type { StartedStore } from './store/durable-store.ts'

/** Logs each object whose stored bytes turn out to be damaged, whoever meets it first, and has everything looked at in turn. */
export function reportDamage({ damage, scrubber }: StartedStore, scrubDays: number, log: Log): void {
  damage.onFound(({ bucket, key, versionId, detail }) => {
    const name = `${visible(`${bucket}/${key}`)} (version ${versionId})`
    log({ level: 'error', message: `the object ${name} is damaged on disk and is not served: ${visible(detail)}` })
  })
  if (scrubDays === 0) return
  scrubber.start(scrubDays, (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log({ level: 'error', message: 'the stored objects are not verified any more', error: text })
  })
}
