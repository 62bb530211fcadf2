import type { Files } from './files.ts'

/**
 * Shared folder syncs: callers that request a sync while one of the same folder is running share the next one, because
 * the running sync may have started before their change.
 */
export class FolderSync {
  readonly #files: Pick<Files, 'syncFolder'>
  readonly #running = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  constructor(files: Pick<Files, 'syncFolder'>) {
    this.#files = files
  }

  sync(folder: string): Promise<void> {
    const running = this.#running.get(folder)
    if (!running) return this.#start(folder)
    const waiting = this.#next.get(folder)
    if (waiting) return waiting
    const next = running
      // Its own callers see the failure of the running sync; the next one is independent.
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(folder)
        return this.#start(folder)
      })
    this.#next.set(folder, next)
    return next
  }

  #start(folder: string): Promise<void> {
    const sync = this.#files.syncFolder(folder).finally(() => {
      if (this.#running.get(folder) === sync) this.#running.delete(folder)
    })
    this.#running.set(folder, sync)
    return sync
  }
}
