import { LIST_PAGE_LIMIT, listObjects } from '@cooperage/contract'
import { ApiError, isOutage, OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { type Entry, entriesOf, isFolder } from './entry.ts'
import { FIRST_PAGE_ROWS } from './index.ts'
import { ListingCursor } from './listing-cursor.ts'

/** The state of a folder on screen. */
export interface ListingState<E extends Entry = Entry> {
  /** Folders first, then objects, each in key order. */
  rows: readonly E[]
  folderCount: number
  /** Whether the first page has arrived: then an empty list of rows means an empty folder. */
  isLoaded: boolean
  /** Whether `rows` is the whole folder. */
  isComplete: boolean
  /** Whether pages are being loaded. */
  isBusy: boolean
  /** Objects that were scanned, if that is more than `rows`. */
  looked: number
  error: ApiError | undefined
}

/** One page; it may be empty and still have a `next`. */
export type FetchPage<E extends Entry = Entry> = (
  after: string,
  signal: AbortSignal,
) => Promise<{ entries: E[]; next: string | undefined; looked?: number }>

const EMPTY: ListingState<never> = {
  rows: [],
  folderCount: 0,
  isLoaded: false,
  isComplete: false,
  isBusy: false,
  looked: 0,
  error: undefined,
}

/** Update interval of the screen while pages arrive; longer for a long list, since each update passes on all of it. */
const PUBLISH_EVERY_MS = 250
const PUBLISH_LONG_EVERY_MS = 1000
const LONG_LIST = 100_000

/**
 * A folder that is read page by page (DESIGN 7, long listings): the first page shows immediately, the others follow in the
 * background until {@link stop}. A refresh keeps the old rows until the new reading has caught up with them.
 */
export class FolderListing<E extends Entry = Entry> {
  private state: ListingState<E> = EMPTY
  private readonly listeners = new Set<() => void>()
  private abort = new AbortController()
  private retry: ReturnType<typeof setTimeout> | undefined
  private folders: E[] = []
  private files: E[] = []
  private after = ''
  private looked = 0
  /** Rows deleted since this reading began: pages that are being loaded may still contain them. */
  private deleted: ((key: string) => boolean)[] = []
  private publishedAt = 0
  private readonly fetchPage: FetchPage<E>

  constructor(fetchPage: FetchPage<E>) {
    this.fetchPage = fetchPage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): ListingState<E> => this.state

  /** Reads the folder from its start. */
  readonly refresh = (): void => {
    this.folders = []
    this.files = []
    this.after = ''
    this.looked = 0
    this.deleted = []
    this.resume()
  }

  /** Resumes after a failure or {@link stop}. */
  readonly resume = (): void => {
    this.stop()
    this.abort = new AbortController()
    this.publish({ isBusy: true })
    void this.drain(this.abort.signal)
  }

  readonly stop = (): void => {
    clearTimeout(this.retry)
    this.abort.abort()
    if (this.state.isBusy) this.publish({ isBusy: false })
  }

  /** Removes deleted rows without waiting for the next reading. */
  readonly remove = (isDeleted: (key: string) => boolean): void => {
    if (!this.state.isComplete || this.state.isBusy) this.deleted.push(isDeleted)
    const stays = (entry: Entry) => !isDeleted(entry.key)
    this.folders = this.folders.filter(stays)
    this.files = this.files.filter(stays)
    const rows = this.state.rows.filter(stays)
    this.publish({ rows, folderCount: countFolders(rows) })
  }

  private async drain(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        const page = await this.fetchPage(this.after, signal)
        if (signal.aborted) return
        for (const entry of page.entries) {
          if (!this.deleted.some((isDeleted) => isDeleted(entry.key)))
            (isFolder(entry) ? this.folders : this.files).push(entry)
        }
        this.after = page.next ?? ''
        this.looked += page.looked ?? 0
        this.show(page.next === undefined)
        if (page.next === undefined) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      this.publish({ error, isBusy: false })
      if (isOutage(error)) this.retry = setTimeout(this.resume, OUTAGE_RETRY_MS)
    }
  }

  private show(isComplete: boolean): void {
    const read = this.folders.length + this.files.length
    const hasCaughtUp = isComplete || (read > 0 && read >= this.state.rows.length)
    const pace = read < LONG_LIST ? PUBLISH_EVERY_MS : PUBLISH_LONG_EVERY_MS
    const isDue = isComplete || !this.state.isLoaded || performance.now() - this.publishedAt >= pace
    if (!isDue) return
    if (!hasCaughtUp) {
      // If old rows stay on screen, they are marked as such.
      this.publish({ looked: this.looked, ...(!this.state.isLoaded && { error: undefined }) })
      return
    }
    this.publish({
      looked: this.looked,
      rows: [...this.folders, ...this.files],
      folderCount: this.folders.length,
      isLoaded: true,
      isComplete,
      isBusy: !isComplete,
      error: undefined,
    })
  }

  private publish(change: Partial<ListingState<E>>): void {
    this.publishedAt = performance.now()
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** Reads a folder of a bucket with the paged call. */
export function folderPages(bucket: string, prefix: string): FetchPage {
  const place = new ListingCursor()
  return async (after, signal) => {
    const query = { prefix, limit: after === '' ? FIRST_PAGE_ROWS : LIST_PAGE_LIMIT, ...place.queryOf(after) }
    const page = await call(listObjects, { params: { bucket }, query }, signal)
    place.keep(page)
    return { entries: entriesOf(page.objects, prefix), next: page.next }
  }
}

function countFolders(rows: readonly Entry[]): number {
  const firstFile = rows.findIndex((entry) => !isFolder(entry))
  return firstFile < 0 ? rows.length : firstFile
}
