/**
 * The work of a job that downloads objects into a folder of this machine. A file is complete or not there: browsers write to a
 * temporary file, which replaces the file at its end. So a repeated download only fetches what is missing. Independent of
 * network, pages and texts.
 */
import type { ObjectEntry } from '@cooperage/contract'
import { BY_USER, type JobBatch, type JobFailure } from '../../jobs/index.ts'
import type { ReadFolder } from '../selected-objects.ts'
import { LocalNames } from './local-names.ts'

/** A part of an object's bytes, from an offset on. */
export interface Download {
  /** 0 if the object is no longer the same, so that the file starts over. */
  offset: number
  /** Undefined if the length isn't known, because the browser decodes the content. */
  size: number | undefined
  etag: string
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>
}

export interface DownloadCalls {
  /** Objects of a folder, a page at a time. */
  read: ReadFolder
  /** One object; undefined if there is none. */
  find(key: string, signal: AbortSignal): Promise<ObjectEntry | undefined>
  /** The rest of an object, if it is still the one with this ETag, otherwise all of it. */
  open(object: ObjectEntry, from: { offset: number; etag: string }, signal: AbortSignal): Promise<Download>
  /** Why an object failed; undefined if its failure ends the job. */
  failureOf(error: unknown): string | undefined
  /** Whether another attempt may succeed where this one was cut off. */
  isCutOff(error: unknown): boolean
}

interface DownloadTarget {
  folder: FileSystemDirectoryHandle
  /** The key of the folder in the bucket that becomes `folder`. */
  prefix: string
  /** Whether files that differ from their object are replaced. */
  replaces: boolean
}

/** The bytes of an object aren't as many as were announced. */
export class EndedEarly extends Error {
  override name = 'EndedEarly'
}

interface Partial {
  writable: FileSystemWritableFileStream
  offset: number
  /** Of the whole object, once known. */
  size: number | undefined
  etag: string
}

const AT_ONCE = 3
/** How often a download is continued after it was cut off, before the job waits. */
const CONTINUATIONS = 3
/** Interval of the progress. */
const REPORT_MS = 500

export class FolderDownload {
  /** Files written, and bytes of files written or being written. */
  files = 0
  bytes = 0
  /** Files that were there already. */
  present = 0
  /** Files that differ from their object and were kept. */
  kept = 0
  #paths: string[]
  #page: ObjectEntry[] = []
  #after = ''
  #again: ObjectEntry[] = []
  #failed: JobFailure[] = []
  #done = 0
  #run: Promise<unknown> | undefined
  readonly #names = new LocalNames()
  readonly #folders = new Map<string, Promise<FileSystemDirectoryHandle>>()
  /** Files whose download was stopped, which continue where they were. */
  readonly #partial = new Map<string, Partial>()
  readonly #target: DownloadTarget
  readonly #calls: DownloadCalls

  constructor(paths: readonly string[], target: DownloadTarget, calls: DownloadCalls) {
    this.#paths = [...paths]
    this.#target = target
    this.#calls = calls
  }

  /** Downloads for a moment and reports; the downloads themselves continue in the background. */
  readonly part = async (_after: string, stopped: AbortSignal): Promise<JobBatch> => {
    if (this.#run === undefined && this.#isEmpty()) this.#page = this.#again.splice(0)
    this.#run ??= this.#download(stopped)
      .then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      .finally(() => {
        this.#run = undefined
      })
    const end = await Promise.race([this.#run, delay(REPORT_MS)])
    if (isFailure(end)) throw end.error
    const batch = { done: this.#done, failed: this.#failed, alsoFailed: 0 }
    this.#done = 0
    this.#failed = []
    return { ...batch, next: this.#run === undefined && this.#isEmpty() ? undefined : 'more' }
  }

  #isEmpty(): boolean {
    return this.#page.length === 0 && this.#paths.length === 0
  }

  async #download(signal: AbortSignal): Promise<void> {
    const failed = new AbortController()
    const working = AbortSignal.any([signal, failed.signal])
    // One page is read at a time, for all that need it.
    let reading: Promise<void> = Promise.resolve()
    const next = async (): Promise<ObjectEntry | undefined> => {
      reading = reading.then(() => this.#readPage(working))
      await reading
      return this.#page.shift()
    }
    const worker = async () => {
      for (let object = await next(); object !== undefined; object = await next()) {
        try {
          await this.#one(object, working)
          this.#done += 1
        } catch (error) {
          const message = working.aborted ? undefined : this.#calls.failureOf(error)
          if (message === undefined) {
            this.#page.unshift(object)
            failed.abort(error)
            throw error
          }
          this.#failed.push({ path: object.name, message })
          this.#again.push(object)
        }
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
    if (signal.aborted && signal.reason !== BY_USER) {
      for (const [key, partial] of this.#partial) await this.#discard(key, partial)
    }
    signal.throwIfAborted()
    const first = ended.find(({ status }) => status === 'rejected')
    if (first?.status === 'rejected') throw failed.signal.reason ?? first.reason
  }

  /** Fills the page if it is empty and there is more. */
  async #readPage(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const [path] = this.#paths
      if (this.#page.length > 0 || path === undefined) return
      if (path.endsWith('/')) {
        const { objects, next } = await this.#calls.read(path, this.#after, signal)
        this.#page = [...objects]
        this.#after = next ?? ''
        if (next === undefined) this.#paths.shift()
      } else {
        const object = await this.#calls.find(path, signal)
        this.#paths.shift()
        // Deleted in the meantime.
        if (object !== undefined) this.#page = [object]
      }
    }
  }

  async #one(object: ObjectEntry, signal: AbortSignal): Promise<void> {
    const { prefix, replaces } = this.#target
    const path = this.#names.pathOf(object.name.slice(prefix.length))
    const name = path.pop() ?? ''
    const folder = await this.#folderAt(path)
    // The placeholder of a folder.
    if (object.name.endsWith('/')) return
    const before = this.#partial.get(object.name)
    if (before === undefined) {
      const file = await existing(folder, name)
      if (file !== undefined && isSame(file, object)) {
        this.present += 1
        return
      }
      // An empty file is what a download leaves that was interrupted.
      if (file !== undefined && file.size > 0 && !replaces) {
        this.kept += 1
        return
      }
    }
    await this.#write(object, folder, name, before, signal)
    this.files += 1
  }

  async #write(
    object: ObjectEntry,
    folder: FileSystemDirectoryHandle,
    name: string,
    before: Partial | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const partial = before ?? { writable: await begin(folder, name), offset: 0, size: undefined, etag: '' }
    this.#partial.set(object.name, partial)
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#append(object, partial, signal)
        break
      } catch (error) {
        if (!signal.aborted && this.#calls.isCutOff(error) && attempt < CONTINUATIONS) continue
        // What stops the job continues here later; a file that failed on its own starts over.
        if (!signal.aborted && this.#calls.failureOf(error) !== undefined) await this.#discard(object.name, partial)
        throw error
      }
    }
    await partial.writable.close()
    this.#partial.delete(object.name)
  }

  async #append(object: ObjectEntry, partial: Partial, signal: AbortSignal): Promise<void> {
    // It was cut off after its last byte.
    if (partial.offset === partial.size) return
    // What the browser decoded is no part of what is stored, of which a range would begin in the middle of the encoding.
    const from = partial.size === undefined ? { offset: 0, etag: '' } : partial
    const { offset, size, etag, bytes } = await this.#calls.open(object, from, signal)
    if (offset !== partial.offset) {
      this.bytes -= partial.offset
      partial.offset = offset
      await partial.writable.truncate(offset)
    }
    Object.assign(partial, { size, etag })
    for await (const chunk of bytes) {
      await partial.writable.write({ type: 'write', position: partial.offset, data: chunk })
      partial.offset += chunk.length
      this.bytes += chunk.length
    }
    if (size !== undefined && partial.offset !== size) throw new EndedEarly()
  }

  async #discard(key: string, { writable, offset }: Partial): Promise<void> {
    this.#partial.delete(key)
    this.bytes -= offset
    await writable.abort().catch(() => undefined)
  }

  #folderAt(path: readonly string[]): Promise<FileSystemDirectoryHandle> {
    const name = path.at(-1)
    if (name === undefined) return Promise.resolve(this.#target.folder)
    const id = path.join('/')
    let folder = this.#folders.get(id)
    if (folder === undefined) {
      folder = this.#folderAt(path.slice(0, -1)).then((above) => above.getDirectoryHandle(name, { create: true }))
      this.#folders.set(id, folder)
      folder.catch(() => this.#folders.delete(id))
    }
    return folder
  }
}

/** Whether a file was written after its object, with as many bytes. */
function isSame(file: File, object: ObjectEntry): boolean {
  return file.size === object.size && file.lastModified >= Date.parse(object.last_modified)
}

async function existing(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  }
}

async function begin(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemWritableFileStream> {
  return await (await folder.getFileHandle(name, { create: true })).createWritable()
}

function isFailure(end: unknown): end is { error: unknown } {
  return typeof end === 'object' && end !== null && 'error' in end
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
