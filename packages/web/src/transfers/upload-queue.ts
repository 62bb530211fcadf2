/**
 * The uploads of this tab, and which of them are sent: a few requests at a time, small files several per request. Independent
 * of network, pages and texts. Without a response, and during a storage outage, uploads only pause.
 */

import { OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { groupForRequest } from './request-group.ts'

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
  readonly file: File
  readonly size: number
  status: 'waiting' | 'running' | 'done' | 'failed' | 'canceled'
  /** Bytes sent so far. */
  sent: number
  /** Why it failed; '' otherwise. */
  problem: string
  /** Sent in its own request, because one that it shared was rejected. */
  isAlone: boolean
  /** How often it failed with an outage that the file itself may have caused. */
  attempts: number
}

export type NewUpload = Pick<Upload, 'batch' | 'bucket' | 'prefix' | 'name' | 'file'>

/** Why a request failed: the file was rejected; the storage server is down; no response, or no session. */
export interface SendFailure {
  kind: 'refused' | 'outage' | 'uncertain' | 'away'
  message: string
}

export interface SendEvents {
  /** Bytes of the files sent so far. */
  onProgress: (sentBytes: number) => void
  onStored: () => void
  onFailed: (failure: SendFailure) => void
}

/** Sends files of one folder in one request. Returns a function that aborts it, after which no callback is called. */
export type SendFiles = (files: readonly Upload[], on: SendEvents) => () => void

export interface QueueHooks {
  onStored?: (upload: Upload) => void
  /** All files of a batch have ended, not all of them canceled. `problem` is the first failure, '' if there is none. */
  onBatchEnd?: (batch: number, problem: string) => void
}

export interface UploadSums {
  waiting: number
  running: number
  done: number
  failed: number
  canceled: number
  /** Total over running and stored files. */
  sentBytes: number
  totalBytes: number
}

interface Request {
  uploads: Upload[]
  abort: () => void
}

/** Maximum number of concurrent requests: a browser allows six connections per host, and the pages need some. */
export const PARALLEL_REQUESTS = 3
/** How often a failure that the file itself may have caused is retried before the file counts as failed. */
const MAX_ATTEMPTS = 3
/** Update interval of the screen. */
const PUBLISH_EVERY_MS = 100
/** The speed is that of the last few seconds. */
const SPEED_WINDOW_MS = 5_000

export class UploadQueue {
  readonly #send: SendFiles
  readonly #hooks: QueueHooks
  readonly #listeners = new Set<() => void>()
  #uploads: Upload[] = []
  #requests: Request[] = []
  #pause: SendFailure | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #publishing: ReturnType<typeof setTimeout> | undefined
  #lastId = 0
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

  get isOpen(): boolean {
    return this.#uploads.some(isOpen)
  }

  get sums(): UploadSums {
    const sums = { waiting: 0, running: 0, done: 0, failed: 0, canceled: 0, sentBytes: 0, totalBytes: 0 }
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

  add(files: readonly NewUpload[]): Upload[] {
    const added = files.map((file): Upload => {
      this.#lastId += 1
      const { size } = file.file
      return { ...file, id: this.#lastId, size, status: 'waiting', sent: 0, problem: '', isAlone: false, attempts: 0 }
    })
    this.#uploads.push(...added)
    this.#fill()
    this.#changed()
    return added
  }

  /** Adds a file that isn't to be sent. */
  addFailed(file: NewUpload, problem: string): void {
    this.#lastId += 1
    const { size } = file.file
    const upload = { ...file, id: this.#lastId, size, sent: 0, problem, isAlone: true, attempts: 0 }
    this.#uploads.push({ ...upload, status: 'failed' })
    this.#changed()
  }

  cancel(upload: Upload): void {
    if (!isOpen(upload)) return
    const request = this.#requests.find(({ uploads }) => uploads.includes(upload))
    if (request) this.#withdraw(request)
    upload.status = 'canceled'
    this.#batchChanged(upload.batch)
    this.#fill()
    this.#changed()
  }

  /** Ends all unfinished uploads. */
  cancelAll(): void {
    for (const request of [...this.#requests]) this.#withdraw(request)
    this.#unpause()
    const open = this.#uploads.filter(isOpen)
    for (const upload of open) upload.status = 'canceled'
    for (const batch of new Set(open.map(({ batch }) => batch))) this.#batchChanged(batch)
    this.#changed()
  }

  retry(...uploads: Upload[]): void {
    for (const upload of uploads) {
      if (isOpen(upload) || upload.status === 'done') continue
      Object.assign(upload, { status: 'waiting', sent: 0, problem: '', attempts: 0 })
    }
    this.#fill()
    this.#changed()
  }

  /** Retries failed uploads. */
  retryFailed(): void {
    this.retry(...this.#uploads.filter(({ status }) => status === 'failed'))
  }

  /** Removes finished uploads from the list. */
  clear(): void {
    this.#uploads = this.#uploads.filter(isOpen)
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
    while (this.#pause === undefined && this.#requests.length < PARALLEL_REQUESTS) if (!this.#startOne()) return
  }

  #startOne(): boolean {
    const waiting = this.#uploads.filter(({ status }) => status === 'waiting')
    const uploads = groupForRequest(waiting, PARALLEL_REQUESTS - this.#requests.length)
    if (uploads.length === 0) return false
    for (const upload of uploads) Object.assign(upload, { status: 'running', sent: 0 })
    if (this.#requests.length === 0) this.#samples = [{ at: performance.now(), bytes: this.#movedBytes }]
    const request: Request = { uploads, abort: () => {} }
    this.#requests.push(request)
    request.abort = this.#send(uploads, {
      onProgress: (bytes) => this.#progressed(uploads, bytes),
      onStored: () => this.#stored(request),
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
    const now = performance.now()
    this.#samples = this.#samples.filter(({ at }) => now - at <= SPEED_WINDOW_MS)
    this.#samples.push({ at: now, bytes: this.#movedBytes })
    this.#changed()
  }

  #stored(request: Request): void {
    this.#end(request)
    this.#progressed(request.uploads, Number.POSITIVE_INFINITY)
    for (const upload of request.uploads) {
      upload.status = 'done'
      this.#hooks.onStored?.(upload)
    }
    this.#unpause()
    this.#settled(request)
  }

  #failed(request: Request, failure: SendFailure): void {
    this.#end(request)
    const isShared = request.uploads.length > 1
    for (const upload of request.uploads) {
      if (failure.kind === 'uncertain') upload.attempts++
      const isFinal = upload.attempts >= MAX_ATTEMPTS || failure.kind === 'refused'
      // Which of several files was rejected is unknown; sent alone, each gets its own response.
      if (isFinal && !isShared) Object.assign(upload, { status: 'failed', problem: failure.message })
      else Object.assign(upload, { status: 'waiting', sent: 0, isAlone: upload.isAlone || isFinal })
    }
    if (failure.kind !== 'refused') this.#pauseFor(failure)
    this.#settled(request)
  }

  #pauseFor(failure: SendFailure): void {
    this.#pause = failure
    clearTimeout(this.#retry)
    // Without a response or a session, uploads resume when the page has a session again.
    if (failure.kind === 'away') return
    this.#retry = setTimeout(() => {
      if (!this.#startOne()) this.#unpause()
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
    for (const upload of request.uploads) Object.assign(upload, { status: 'waiting', sent: 0 })
  }

  #batchChanged(batch: number): void {
    const own = this.#uploads.filter((upload) => upload.batch === batch)
    if (own.some(isOpen) || own.every(({ status }) => status === 'canceled')) return
    this.#hooks.onBatchEnd?.(batch, own.find(({ status }) => status === 'failed')?.problem ?? '')
  }

  #changed(): void {
    this.#publishing ??= setTimeout(() => {
      this.#publishing = undefined
      this.#version++
      for (const listener of this.#listeners) listener()
    }, PUBLISH_EVERY_MS)
  }
}

export function isOpen(upload: Upload): boolean {
  return upload.status === 'waiting' || upload.status === 'running'
}

/** Whether a file has been sent completely: it may be stored at any moment, so it can no longer be canceled. */
export function isFullySent(upload: Upload): boolean {
  return upload.status === 'running' && upload.sent >= upload.size && upload.size > 0
}
