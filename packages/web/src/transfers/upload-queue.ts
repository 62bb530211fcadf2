/**
 * The uploads of this tab, and which of them are sent: a few at a time, small files several per request, large ones in parts.
 * Independent of network, pages and texts. Without a response, and during a storage outage, uploads only wait.
 */

import { type ApiError, OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { FORMS } from './console-turns.ts'
import { PARTS_ABOVE_BYTES, partSizeOf } from './part-sizes.ts'
import { groupForRequest } from './request-group.ts'
import { MAX_ATTEMPTS, retryDelayMs } from './retry-delay.ts'
import type { PartsState } from './upload-in-parts.ts'

/** One file to upload to a bucket. */
export interface Upload {
  readonly id: number
  /** Files chosen together: their end is announced together. */
  readonly batch: number
  readonly bucket: string
  /** The target folder: '' or with a final slash. */
  readonly prefix: string
  /** Name below the prefix; may contain folders. */
  readonly name: string
  /** Undefined after a reload, until the browser or the user provides it again. */
  file: File | undefined
  /** Where the browser can open the file again. */
  readonly handle: FileSystemFileHandle | undefined
  readonly size: number
  readonly lastModified: number
  /** Set for a file that is uploaded in parts, and so can be paused. */
  readonly parts: PartsState | undefined
  status: 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'canceled'
  /** What a paused upload waits for, besides the user. */
  needs: Need
  /** Bytes sent so far. */
  sent: number
  /** Why it failed; '' otherwise. */
  problem: string
  /** The request that failed, if the server answered it. */
  failure: ApiError | undefined
  /** Sent in its own request, because one that it shared was rejected. */
  isAlone: boolean
  /** How often it failed with what may succeed the next time. */
  attempts: number
  /** By `performance.now()`: it isn't sent before then. */
  notBefore: number
}

/** `file`: to be chosen again; `tab`: another tab uploads it. */
type Need = '' | 'file' | 'tab'

export type NewUpload = Pick<Upload, 'batch' | 'bucket' | 'prefix' | 'name' | 'size' | 'lastModified'> & {
  file: File
  handle?: FileSystemFileHandle | undefined
}
/** An upload that an earlier page began. */
type KeptUpload = Pick<
  Upload,
  'batch' | 'bucket' | 'prefix' | 'name' | 'size' | 'lastModified' | 'handle' | 'parts' | 'needs'
>

/**
 * Why a request failed:
 * - `refused`: the file was rejected
 * - `passing`: the server failed, and may succeed the next time
 * - `outage`: the storage server is down
 * - `uncertain`: the same, or the file itself is the cause
 * - `away`: there was no response or no session
 */
export interface SendFailure {
  kind: 'refused' | 'passing' | 'outage' | 'uncertain' | 'away'
  message: string
  error?: ApiError | undefined
}

export interface SendEvents {
  /** Bytes that had been sent before. */
  onKept: (bytes: number) => void
  /** Bytes of the files sent so far. */
  onProgress: (sentBytes: number) => void
  onStored: () => void
  /** All files but these are stored. `isCause`: each of these failed itself, instead of a request that they shared. */
  onPartlyStored: (failures: ReadonlyMap<Upload, SendFailure>, isCause?: boolean) => void
  onFailed: (failure: SendFailure) => void
}

/** Sends files of one folder in one request, or one file in parts. Returns a function that aborts it, after which no callback is called. */
type SendFiles = (files: readonly Upload[], on: SendEvents) => () => void

export interface QueueHooks {
  /** Maximum number of concurrent requests; if it grows, more are sent when one ends. */
  atOnce?: () => number
  onStored?: (upload: Upload) => void
  /** It won't be resumed. */
  onCanceled?: (upload: Upload) => void
  /** All files of a batch have ended, not all of them canceled. `problem` is the first failure, '' if there is none. */
  onBatchEnd?: (batch: number, problem: string, failure: ApiError | undefined) => void
}

export interface UploadSums {
  waiting: number
  running: number
  paused: number
  done: number
  failed: number
  canceled: number
  /** Total over all files but failed and canceled ones. */
  sentBytes: number
  totalBytes: number
}

interface Request {
  uploads: Upload[]
  abort: () => void
  /** Its files aren't sent again if it fails. */
  isLast: boolean
}

/** How often a file is sent before it counts as failed. */
const ATTEMPTS = { uncertain: 3, passing: MAX_ATTEMPTS }
/** After this long, a change is on the screen; while files are sent, it is updated less often, which costs them less time. */
const PUBLISH_AFTER_MS = 100
const PUBLISH_EVERY_MS = 400
/** The speed is that of the last few seconds. */
const SPEED_WINDOW_MS = 5_000

const NEW = {
  parts: undefined,
  status: 'waiting',
  needs: '',
  sent: 0,
  problem: '',
  failure: undefined,
  isAlone: false,
  attempts: 0,
  notBefore: 0,
} as const

export class UploadQueue {
  readonly #send: SendFiles
  readonly #hooks: QueueHooks
  readonly #listeners = new Set<() => void>()
  #uploads: Upload[] = []
  #requests: Request[] = []
  #pause: SendFailure | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Fires when the first of the files may be sent that wait after a failure. */
  #due: ReturnType<typeof setTimeout> | undefined
  #publishing: ReturnType<typeof setTimeout> | undefined
  #publishAt = 0
  #publishedAt = Number.NEGATIVE_INFINITY
  #lastId = 0
  #preparing = 0
  #version = 0
  #movedBytes = 0
  #samples: { at: number; bytes: number }[] = []

  constructor(send: SendFiles, hooks: QueueHooks = {}) {
    this.#send = send
    this.#hooks = hooks
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes whenever anything else here does. */
  readonly version = (): number => this.#version

  /** In the order in which they were chosen. */
  get uploads(): readonly Upload[] {
    return this.#uploads
  }

  /** Why nothing is sent although files are waiting. */
  get pause(): SendFailure | undefined {
    return this.#pause
  }

  /** Whether closing the page would end an upload. */
  get isOpen(): boolean {
    return this.#uploads.some(endsWithPage)
  }

  /** How many chosen files are being read, before they are uploads. */
  get preparing(): number {
    return this.#preparing
  }

  get sums(): UploadSums {
    const sums = { waiting: 0, running: 0, paused: 0, done: 0, failed: 0, canceled: 0, sentBytes: 0, totalBytes: 0 }
    for (const { status, sent, size } of this.#uploads) {
      sums[status]++
      if (status === 'canceled' || status === 'failed') continue
      sums.sentBytes += sent
      sums.totalBytes += size
    }
    return sums
  }

  /** Bytes per second over the last seconds; 0 if nothing is running. */
  speed(now = performance.now()): number {
    const samples = this.#samples.filter(({ at }) => now - at <= SPEED_WINDOW_MS)
    const [first] = samples
    if (first === undefined || this.#requests.length === 0 || now - first.at < 500) return 0
    return ((this.#movedBytes - first.bytes) / (now - first.at)) * 1000
  }

  /** Shows that files are being read, until the returned function is called. */
  prepare(files: number): () => void {
    this.#preparing += files
    this.#changed()
    return () => {
      this.#preparing -= files
      this.#changed()
    }
  }

  add(files: readonly NewUpload[]): Upload[] {
    const added = files.map((file) => this.#newUpload(file, { parts: newParts(file.size) }))
    this.#uploads = this.#uploads.concat(added)
    this.#fill()
    this.#changed()
    return added
  }

  /** Adds an upload that an earlier page began; it is paused. */
  addKept(kept: KeptUpload): Upload {
    const upload = this.#withId({ ...NEW, ...kept, file: undefined, status: 'paused' })
    this.#uploads.push(upload)
    this.#changed()
    return upload
  }

  /** Adds a file that isn't to be sent. */
  addFailed(file: NewUpload, problem: string): void {
    this.#uploads.push(this.#newUpload(file, { status: 'failed', problem, isAlone: true }))
    this.#changed()
  }

  #newUpload({ handle, ...file }: NewUpload, more: Partial<Upload>): Upload {
    return this.#withId({ ...NEW, ...file, handle, ...more })
  }

  #withId(upload: Omit<Upload, 'id'>): Upload {
    this.#lastId += 1
    return { ...upload, id: this.#lastId }
  }

  cancel(upload: Upload): void {
    if (!isUnfinished(upload)) return
    this.#stop(upload)
    upload.status = 'canceled'
    this.#hooks.onCanceled?.(upload)
    this.#batchChanged(upload.batch)
    this.#fill()
    this.#changed()
  }

  /** Cancels all unfinished uploads of this tab. */
  cancelAll(): void {
    const unfinished = this.#uploads.filter((upload) => isUnfinished(upload) && upload.needs !== 'tab')
    this.#stopAll()
    for (const upload of unfinished) {
      upload.status = 'canceled'
      this.#hooks.onCanceled?.(upload)
    }
    for (const batch of new Set(unfinished.map(({ batch }) => batch))) this.#batchChanged(batch)
    this.#changed()
  }

  /** Drops all uploads that haven't ended: those in parts can be resumed by a later page. */
  leave(): void {
    this.#stopAll()
    this.#uploads = []
    this.#changed()
  }

  /** Stops sending a file in parts; what has been sent remains. */
  pauseUpload(upload: Upload, needs: Need = ''): void {
    if (!isOpen(upload) || upload.parts === undefined) return
    this.#stop(upload)
    Object.assign(upload, { status: 'paused', needs })
    this.#fill()
    this.#changed()
  }

  /** Pauses all uploads. A request that only waits for its response ends first: its files may be stored already. */
  pauseAll(): void {
    for (const request of [...this.#requests]) {
      if (request.uploads.every(isSent)) request.isLast = true
      else this.#withdraw(request)
    }
    for (const upload of this.#uploads) if (upload.status === 'waiting') upload.status = 'paused'
    this.#unpause()
    this.#changed()
  }

  /** Resumes all paused uploads whose file is there. */
  resumeAll(): void {
    for (const request of this.#requests) request.isLast = false
    for (const upload of this.#uploads) if (upload.status === 'paused') this.#unpauseUpload(upload, upload.file)
    this.#fill()
    this.#changed()
  }

  /** Resumes a paused upload, with the file if it needs one. */
  resumeUpload(upload: Upload, file = upload.file): void {
    if (upload.status !== 'paused') return
    this.#unpauseUpload(upload, file)
    this.#fill()
    this.#changed()
  }

  #unpauseUpload(upload: Upload, file: File | undefined): void {
    if (file === undefined || upload.needs === 'tab') return
    Object.assign(upload, { status: 'waiting', needs: '', problem: '', attempts: 0, notBefore: 0, file })
  }

  /** Changes what a paused upload shows. */
  explain(upload: Upload, change: Partial<Pick<Upload, 'needs' | 'problem' | 'sent'>>): void {
    Object.assign(upload, change)
    this.#changed()
  }

  /** Removes one upload from the list. */
  remove(upload: Upload): void {
    this.#stop(upload)
    this.#uploads = this.#uploads.filter((other) => other !== upload)
    this.#fill()
    this.#changed()
  }

  retry(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      if (isUnfinished(upload) || upload.status === 'done') continue
      Object.assign(upload, { status: 'waiting', sent: sentBefore(upload), problem: '', attempts: 0, notBefore: 0 })
    }
    this.#fill()
    this.#changed()
  }

  /** Retries failed uploads. */
  retryFailed(): void {
    this.retry(this.#uploads.filter(({ status }) => status === 'failed'))
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    this.#uploads = this.#uploads.filter(isUnfinished)
    this.#changed()
  }

  /** Resumes after a pause. */
  resume(): void {
    if (this.#pause === undefined) return
    this.#unpause()
    this.#fill()
    this.#changed()
  }

  #fill(): void {
    while (this.#pause === undefined && this.#freeRequests() > 0) if (!this.#startOne()) break
    this.#waitForDue()
  }

  #freeRequests(): number {
    return (this.#hooks.atOnce?.() ?? FORMS) - this.#requests.length
  }

  #waitForDue(): void {
    clearTimeout(this.#due)
    const now = performance.now()
    let first = Number.POSITIVE_INFINITY
    for (const { status, notBefore } of this.#uploads) {
      if (status === 'waiting' && notBefore > now) first = Math.min(first, notBefore)
    }
    if (first === Number.POSITIVE_INFINITY) return
    this.#due = setTimeout(() => {
      this.#fill()
      this.#changed()
    }, first - now)
  }

  #startOne(): boolean {
    const now = performance.now()
    const waiting = this.#uploads.filter(({ status, notBefore }) => status === 'waiting' && notBefore <= now)
    const uploads = groupForRequest(waiting, this.#freeRequests())
    if (uploads.length === 0) return false
    for (const upload of uploads) Object.assign(upload, { status: 'running', sent: sentBefore(upload) })
    if (this.#requests.length === 0) this.#samples = [{ at: performance.now(), bytes: this.#movedBytes }]
    const request: Request = { uploads, abort: () => {}, isLast: false }
    this.#requests.push(request)
    request.abort = this.#send(uploads, {
      onKept: (bytes) => {
        for (const upload of uploads) upload.sent = bytes
        this.#changed()
      },
      onProgress: (bytes) => this.#progressed(uploads, bytes),
      onStored: () => this.#stored(request),
      onPartlyStored: (failures, isCause) => this.#partlyStored(request, failures, isCause),
      onFailed: (failure) => this.#failed(request, failure),
    })
    return true
  }

  /** The files of a request are sent in order. */
  #progressed(uploads: readonly Upload[], bytes: number): void {
    let left = bytes
    for (const upload of uploads) {
      const sent = Math.min(upload.size, Math.max(0, left))
      this.#movedBytes += Math.max(0, sent - upload.sent)
      upload.sent = sent
      left -= upload.size
    }
    this.#sample()
    this.#changed()
  }

  /** At most as often as the screen is updated: small files progress hundreds of times a second. */
  #sample(): void {
    const now = performance.now()
    if (now - (this.#samples.at(-1)?.at ?? 0) < PUBLISH_EVERY_MS) return
    this.#samples = this.#samples.filter(({ at }) => now - at <= SPEED_WINDOW_MS)
    this.#samples.push({ at: now, bytes: this.#movedBytes })
  }

  #stored(request: Request): void {
    this.#partlyStored(request, new Map())
  }

  #partlyStored(request: Request, failures: ReadonlyMap<Upload, SendFailure>, isCause = true): void {
    this.#end(request)
    this.#progressed(request.uploads, Number.POSITIVE_INFINITY)
    for (const upload of request.uploads) {
      const failure = failures.get(upload)
      if (failure) this.#failedFile(upload, failure, { isCause, isLast: request.isLast })
      else {
        upload.status = 'done'
        this.#hooks.onStored?.(upload)
      }
    }
    this.#unpause()
    const failure = [...failures.values()].find((one) => !isOfFiles(one))
    if (failure && !request.isLast) this.#pauseFor(failure)
    this.#settled(request)
  }

  #failed(request: Request, failure: SendFailure): void {
    this.#end(request)
    // Which of several files was rejected is unknown; sent alone, each gets its own response.
    const isCause = request.uploads.length === 1
    for (const upload of request.uploads) this.#failedFile(upload, failure, { isCause, isLast: request.isLast })
    if (!isOfFiles(failure) && !request.isLast) this.#pauseFor(failure)
    this.#settled(request)
  }

  #failedFile(
    upload: Upload,
    { kind, message, error }: SendFailure,
    { isCause, isLast }: { isCause: boolean; isLast: boolean },
  ): void {
    const isCounted = kind === 'uncertain' || kind === 'passing'
    if (isCounted) upload.attempts++
    const isFinal = kind === 'refused' || (isCounted && upload.attempts >= ATTEMPTS[kind])
    if (isFinal && isCause) Object.assign(upload, { status: 'failed', problem: message, failure: error })
    else {
      const status = isLast ? 'paused' : 'waiting'
      const notBefore = kind === 'passing' ? performance.now() + retryDelayMs(upload.attempts) : 0
      Object.assign(upload, { status, sent: sentBefore(upload), isAlone: upload.isAlone || isFinal, notBefore })
    }
  }

  #pauseFor(failure: SendFailure): void {
    this.#pause = failure
    clearTimeout(this.#retry)
    // Without a response or a session, uploads resume when the page has a session again.
    if (failure.kind === 'away') return
    this.#retry = setTimeout(() => {
      if (!this.#startOne()) this.#unpause()
      this.#waitForDue()
      this.#changed()
    }, OUTAGE_RETRY_MS)
  }

  #unpause(): void {
    clearTimeout(this.#retry)
    this.#pause = undefined
  }

  #settled(request: Request): void {
    for (const batch of new Set(request.uploads.map(({ batch }) => batch))) this.#batchChanged(batch)
    this.#fill()
    this.#changed()
  }

  #end(request: Request): void {
    this.#requests = this.#requests.filter((other) => other !== request)
  }

  /** Aborts a request; its files wait again. */
  #withdraw(request: Request): void {
    this.#end(request)
    request.abort()
    for (const upload of request.uploads) Object.assign(upload, { status: 'waiting', sent: sentBefore(upload) })
  }

  #stop(upload: Upload): void {
    const request = this.#requests.find(({ uploads }) => uploads.includes(upload))
    if (request) this.#withdraw(request)
  }

  #stopAll(): void {
    for (const request of [...this.#requests]) this.#withdraw(request)
    this.#unpause()
  }

  #batchChanged(batch: number): void {
    const own = this.#uploads.filter((upload) => upload.batch === batch)
    if (own.some(isUnfinished) || own.every(({ status }) => status === 'canceled')) return
    const failed = own.find(({ status }) => status === 'failed')
    this.#hooks.onBatchEnd?.(batch, failed?.problem ?? '', failed?.failure)
  }

  #changed(): void {
    const now = performance.now()
    const pause = this.#requests.length > 0 ? this.#publishedAt + PUBLISH_EVERY_MS - now : 0
    const at = now + Math.max(PUBLISH_AFTER_MS, pause)
    if (this.#publishing !== undefined && this.#publishAt <= at) return
    clearTimeout(this.#publishing)
    this.#publishAt = at
    this.#publishing = setTimeout(() => {
      this.#publishing = undefined
      this.#publishedAt = performance.now()
      this.#version++
      for (const listener of this.#listeners) listener()
    }, at - now)
  }
}

/** Whether other files may succeed now. */
function isOfFiles({ kind }: SendFailure): boolean {
  return kind === 'refused' || kind === 'passing'
}

export function isOpen(upload: Upload): boolean {
  return upload.status === 'waiting' || upload.status === 'running'
}

/** Whether it is to be uploaded, now or later. */
export function isUnfinished(upload: Upload): boolean {
  return isOpen(upload) || upload.status === 'paused'
}

/** Whether it is paused and can be resumed with the others. */
export function canResume({ status, needs }: Upload): boolean {
  return status === 'paused' && needs === ''
}

/** Whether it would be lost with its page: it isn't kept by the browser, or is being sent. */
export function endsWithPage(upload: Upload): boolean {
  return isOpen(upload) || (upload.status === 'paused' && upload.parts === undefined)
}

/** Bytes that needn't be sent again. Of a file in parts it's an estimate; which parts are stored is known exactly. */
function sentBefore({ parts, sent }: Upload): number {
  return parts?.uploadId === undefined ? 0 : sent
}

function newParts(size: number): PartsState | undefined {
  if (size <= PARTS_ABOVE_BYTES) return undefined
  return { partSize: partSizeOf(size), uploadId: undefined, parts: new Map(), isVerified: false }
}

/** Whether a file has been sent completely: it may be stored at any moment, so it can no longer be canceled. */
export function isFullySent(upload: Upload): boolean {
  return upload.status === 'running' && isSent(upload) && upload.size > 0
}

function isSent({ sent, size }: Upload): boolean {
  return sent >= size
}
