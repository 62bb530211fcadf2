/**
 * The upload of one file in parts: which parts are left, several of them at a time, each retried with growing pauses, and the
 * comparison of the stored checksums with those of the file. Independent of network, pages and texts.
 */
import type { StoredPart } from '@cooperage/contract'
import { checksumOfParts } from './checksum-text.ts'
import { partCountOf, partRange } from './part-sizes.ts'
import { PartsAhead } from './parts-ahead.ts'
import { MAX_ATTEMPTS, retryDelayMs } from './retry-delay.ts'

/** What has been sent so far. Survives pauses; after a reload, the parts are those that the storage server lists. */
export interface PartsState {
  partSize: number
  uploadId: string | undefined
  readonly parts: Map<number, { etag: string; crc32c: string }>
  /** The stored parts are known, and are those of this file. */
  isVerified: boolean
}

/**
 * Why a call failed:
 * - `refused`, `passing`, `outage`, `uncertain`, `away`: as for other uploads
 * - `damaged`: the part didn't arrive as it was sent
 * - `gone`: the storage server doesn't have the upload
 * - `changed`: it has other parts than those that were sent
 */
export type PartFailureKind = 'refused' | 'passing' | 'outage' | 'uncertain' | 'away' | 'damaged' | 'gone' | 'changed'

export class PartFailure extends Error {
  override name = 'PartFailure'
  readonly kind: PartFailureKind

  constructor(kind: PartFailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Problems of the file itself, worded for the user. */
interface PartTexts {
  unreadable: string
  otherFile: string
  otherChecksum: string
}

/** The calls of one upload. All of them throw {@link PartFailure}. */
export interface PartCalls {
  begin(): Promise<string>
  list(uploadId: string, signal: AbortSignal): Promise<StoredPart[]>
  /** Runs the work when another part of this file may be sent. @throws the reason of the signal */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /**
   * Has parts signed that are sent directly, in this order; undefined for those that go through the console, and instead of all
   * of them if they couldn't be signed now.
   */
  sign(
    uploadId: string,
    parts: readonly DescribedPart[],
    signal: AbortSignal,
  ): Promise<(SignedPart | undefined)[] | undefined>
  /** Returns the ETag. */
  send(part: SentPart, signal: AbortSignal): Promise<string>
  /** Returns the checksum of the parts' checksums, '' if the storage server keeps none. */
  complete(uploadId: string, parts: CompletedPart[], signal: AbortSignal): Promise<string>
  /** Undefined if the file can't be read. @throws the reason of the signal */
  checksumOf(bytes: Blob, signal: AbortSignal): Promise<string | undefined>
}

export interface DescribedPart {
  partNumber: number
  bytes: Blob
  crc32c: string
}

/** What permits to send one part directly. */
export interface SignedPart {
  url: string
  headers: Record<string, string>
  /** By `performance.now()`: another one is needed to begin later. */
  usableUntil: number
}

interface PreparedPart extends DescribedPart {
  signed: SignedPart | undefined
  /** By `performance.now()`: it is signed again to begin later. */
  usableUntil: number
}

export interface SentPart extends Omit<PreparedPart, 'usableUntil'> {
  uploadId: string
  onProgress: (sentBytes: number) => void
}

export interface CompletedPart {
  part_number: number
  etag: string
  crc32c: string
}

interface PartEvents {
  /** The upload has begun, and can be resumed from now on. */
  onBegun: () => Promise<void>
  /** Bytes of the parts that were already there. */
  onKept: (bytes: number) => void
  /** Bytes of all parts so far. */
  onProgress: (bytes: number) => void
}

/** Parts of a file that may wait for their turn. */
const MOST_AT_A_TIME = 16

/**
 * Uploads what is left of the file. Can be called again with the same state after a failure or an abort, when all of its calls
 * have ended.
 * @throws PartFailure; the reason of the signal
 */
export async function uploadInParts(
  file: Blob,
  state: PartsState,
  { calls, events, texts, signal }: { calls: PartCalls; events: PartEvents; texts: PartTexts; signal: AbortSignal },
): Promise<void> {
  const sizeOf = (partNumber: number) => {
    const { start, end } = partRange(file.size, state.partSize, partNumber)
    return end - start
  }
  const bytesOf = (partNumber: number) => {
    const { start, end } = partRange(file.size, state.partSize, partNumber)
    return file.slice(start, end, 'application/octet-stream')
  }
  const checksumOf = async (bytes: Blob, working: AbortSignal) => {
    const checksum = await calls.checksumOf(bytes, working)
    if (checksum === undefined) throw new PartFailure('refused', texts.unreadable)
    return checksum
  }

  if (state.uploadId === undefined) await begin()
  else if (!state.isVerified) await verify(state.uploadId)
  await sendMissing()
  try {
    await complete()
  } catch (error) {
    if (!(error instanceof PartFailure) || error.kind !== 'changed' || state.uploadId === undefined) throw error
    // What is missing is sent once more.
    await verify(state.uploadId)
    await sendMissing()
    await complete()
  }

  /** Not aborted, since only its response says what to abort. */
  async function begin(): Promise<void> {
    const uploadId = await calls.begin()
    Object.assign(state, { uploadId, isVerified: true })
    await events.onBegun()
    signal.throwIfAborted()
  }

  /** Keeps the stored parts that are those of the file. */
  async function verify(uploadId: string): Promise<void> {
    let listed: StoredPart[]
    try {
      listed = await calls.list(uploadId, signal)
    } catch (error) {
      if (!(error instanceof PartFailure) || error.kind !== 'gone') throw error
      forget()
      await begin()
      return
    }
    state.parts.clear()
    let kept = 0
    for (const { part_number: partNumber, size, etag, crc32c } of listed) {
      // Parts that nothing is known about are sent again.
      if (crc32c === '') continue
      const isOfFile = size === sizeOf(partNumber) && crc32c === (await checksumOf(bytesOf(partNumber), signal))
      signal.throwIfAborted()
      if (!isOfFile) throw new PartFailure('refused', texts.otherFile)
      state.parts.set(partNumber, { etag, crc32c })
      kept += size
      events.onKept(kept)
    }
    state.isVerified = true
  }

  async function sendMissing(): Promise<void> {
    const failed = new AbortController()
    const working = AbortSignal.any([signal, failed.signal])
    const missing = numbersUpTo(partCountOf(file.size, state.partSize)).filter((number) => !state.parts.has(number))
    /** Bytes of the parts that are being sent. */
    const sending = new Map<number, number>()
    let stored = file.size - missing.reduce((sum, partNumber) => sum + sizeOf(partNumber), 0)
    const report = (partNumber: number, bytes: number) => {
      sending.set(partNumber, bytes)
      events.onProgress([...sending.values()].reduce((sum, one) => sum + one, stored))
    }
    const ahead = new PartsAhead<PreparedPart>(missing, {
      partSize: state.partSize,
      prepare: (partNumbers) => prepare(partNumbers, working),
      isUsable: ({ usableUntil }) => performance.now() < usableUntil,
      // Its checksum is known: it isn't read again.
      renew: async (part) => (await sign([part], working))[0] as PreparedPart,
    })
    const left = missing.values()
    const worker = async () => {
      for (const partNumber of left) {
        await sendOne(partNumber, { ahead, working, failed }, (bytes) => report(partNumber, bytes))
        stored += sizeOf(partNumber)
        report(partNumber, 0)
      }
    }
    const workers = Array.from({ length: MOST_AT_A_TIME }, () =>
      worker().catch((error: unknown) => {
        failed.abort(error)
        throw error
      }),
    )
    // All of them end before the next attempt begins.
    await Promise.allSettled(workers)
    signal.throwIfAborted()
    failed.signal.throwIfAborted()
  }

  async function prepare(partNumbers: readonly number[], working: AbortSignal): Promise<PreparedPart[]> {
    const parts = await Promise.all(
      partNumbers.map(async (partNumber) => {
        const bytes = bytesOf(partNumber)
        return { partNumber, bytes, crc32c: await checksumOf(bytes, working) }
      }),
    )
    working.throwIfAborted()
    return await sign(parts, working)
  }

  async function sign(parts: readonly DescribedPart[], working: AbortSignal): Promise<PreparedPart[]> {
    const all = await calls.sign(state.uploadId ?? '', parts, working)
    return parts.map((part, index) => {
      const signed = all?.[index]
      // After a failure, each part is signed again when its turn comes, instead of all of them going through the console.
      const usableUntil = all === undefined ? 0 : (signed?.usableUntil ?? Number.POSITIVE_INFINITY)
      return { ...part, signed, usableUntil }
    })
  }

  async function sendOne(
    partNumber: number,
    { ahead, working, failed }: { ahead: PartsAhead<PreparedPart>; working: AbortSignal; failed: AbortController },
    onProgress: (sentBytes: number) => void,
  ): Promise<void> {
    const send = async () => {
      try {
        const prepared = await ahead.take(partNumber)
        working.throwIfAborted()
        const etag = await calls.send({ ...prepared, uploadId: state.uploadId ?? '', onProgress }, working)
        return { etag, crc32c: prepared.crc32c }
      } catch (error) {
        // Before the next part has its turn.
        if (!isWorthRetrying(error)) failed.abort(error)
        throw error
      }
    }
    try {
      const part = await withRetries(working, () => calls.inTurn(working, send))
      state.parts.set(partNumber, part)
    } catch (error) {
      if (error instanceof PartFailure && error.kind === 'gone') forget()
      throw error
    }
  }

  async function complete(): Promise<void> {
    const uploadId = state.uploadId ?? ''
    const parts = [...state.parts]
      .sort(([a], [b]) => a - b)
      .map(([part_number, { etag, crc32c }]) => ({ part_number, etag, crc32c }))
    try {
      const stored = await withRetries(signal, () => calls.complete(uploadId, parts, signal))
      if (stored === '' || stored === checksumOfParts(parts.map(({ crc32c }) => crc32c))) return
    } catch (error) {
      if (error instanceof PartFailure && error.kind === 'gone') forget()
      if (error instanceof PartFailure && error.kind === 'changed') state.isVerified = false
      throw error
    }
    forget()
    throw new PartFailure('refused', texts.otherChecksum)
  }

  /** The next attempt starts over. */
  function forget(): void {
    state.uploadId = undefined
    state.parts.clear()
    events.onKept(0)
  }
}

const WORTH_RETRYING: readonly PartFailureKind[] = ['passing', 'uncertain', 'damaged']

function isWorthRetrying(error: unknown): boolean {
  return error instanceof PartFailure && WORTH_RETRYING.includes(error.kind)
}

/** Retries what may succeed the next time. @throws PartFailure; the reason of the signal */
async function withRetries<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isWorthRetrying(error) || failed === MAX_ATTEMPTS) throw error
      await delay(retryDelayMs(failed), signal)
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
