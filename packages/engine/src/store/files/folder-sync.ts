import type { Files } from './files.ts'

/**
 * Folder syncs, shared: those who ask for the same folder while a sync of it runs wait together for one more, since the
 * running one may have begun before their change.
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
      // Whoever asked for the running one hears of its failure; the next one stands for itself.
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
