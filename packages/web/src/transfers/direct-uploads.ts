/** Uploads to the storage server without the console, which signs each request. */
import {
  confirmUploads,
  DIRECT_UPLOADS_LIMIT,
  directHeaders,
  type directUpload,
  signUploads,
} from '@cooperage/contract'
import type * as z from 'zod/mini'
import { basePath } from '../navigation/base-path.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { type BatchLoader, createBatchLoader } from '../shared/api/batch-loader.ts'
import { call, callAt } from '../shared/api/call.ts'
import { Silence } from '../shared/api/silence.ts'
import { checksumOfBlob } from './checksum-of-blob.ts'
import { counted } from './direct-way.ts'
import { Pace } from './pace.ts'
import { sendBytes } from './put-bytes.ts'
import { Slots } from './slots.ts'
import type { DescribedPart, SignedPart } from './upload-in-parts.ts'
import type { Upload } from './upload-queue.ts'

type DirectUpload = z.input<typeof directUpload>
/** `url` is '' for what goes through the console. */
type Signed = Pick<SignedPart, 'url' | 'headers'>

/**
 * What the storage server didn't take directly. `isOfWay`: unless the console fails too, the reason is the way there. Otherwise the
 * server is busy, or there was no way to try.
 */
export class DirectFailure extends Error {
  override name = 'DirectFailure'
  readonly isOfWay: boolean
  /** Fewer requests at a time may succeed. */
  readonly isOverload: boolean

  constructor(message: string, isOfWay: boolean, { isOverload = false, ...options }: FailureOptions = {}) {
    super(message, options)
    this.isOfWay = isOfWay
    this.isOverload = isOverload
  }
}

interface FailureOptions extends ErrorOptions {
  isOverload?: boolean
}

/** How long a file that is ready waits for others, to be signed together. */
const SIGN_WAIT_MS = 20
/** While so many files can be sent, those that are ready wait for more, up to the number of a call. */
const ENOUGH_SIGNED = 32
/** The URL of a part isn't used later than this, or when half of its time is over: the clock of the storage server may differ. */
const KEPT_MS = 5 * 60_000
/** How long nothing of a request may arrive anywhere: a server that lives but commits slowly is left to the console, which can tell. */
const SILENCE_MS = 60_000
/** Over HTTP/1.1 browsers open six connections to a host, and what is sent besides waits for one of them (decision 35). */
const MOST_AT_A_TIME = 16

/** Requests to the storage server of one kind, as many at a time as helps. */
class Lane {
  readonly #pace: Pace
  readonly #slots: Slots

  constructor(first: number) {
    this.#pace = new Pace(first, MOST_AT_A_TIME)
    this.#slots = new Slots(first)
  }

  /** Runs the work, of which a `put` is a part, when another one may be sent. @throws the reason of the signal */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#slots.run(signal, work)
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#slots.waiting
  }

  /** Sends one body. @throws DirectFailure; the reason of the signal */
  async put(
    signed: Signed,
    bytes: Blob,
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ): Promise<Response> {
    const startedAt = performance.now()
    let before = 0
    this.#pace.began(startedAt)
    try {
      const response = await put(
        signed,
        bytes,
        (sent) => {
          this.#pace.moved(sent - before)
          before = sent
          onProgress(sent)
        },
        signal,
      )
      this.#pace.ended(performance.now(), this.#slots.waiting > 0)
      return response
    } catch (error) {
      if (error instanceof DirectFailure && error.isOverload) this.#pace.failed(performance.now(), startedAt)
      else this.#pace.left()
      throw error
    } finally {
      this.#slots.limit = this.#pace.limit
    }
  }
}

export const partLane = new Lane(3)
const fileLane = new Lane(6)

const signers = new Map<string, BatchLoader<Signed, DirectUpload>>()

/**
 * Signs parts of one upload in one call. What isn't signed is sent to the console, which says why; undefined if the call failed.
 * @throws the reason of the signal
 */
export async function signParts(
  bucket: string,
  { key, uploadId }: { key: string; uploadId: string },
  parts: readonly DescribedPart[],
  signal: AbortSignal,
): Promise<(SignedPart | undefined)[] | undefined> {
  const uploads = parts.map(({ partNumber, bytes, crc32c }) => ({
    name: key,
    size: bytes.size,
    crc32c,
    upload_id: uploadId,
    part_number: partNumber,
  }))
  const signedAt = performance.now()
  try {
    return (await signAll(bucket, uploads, signal)).map(({ url, headers }) => {
      if (url === '') return undefined
      const lifeMs = Number(new URL(url).searchParams.get('X-Amz-Expires')) * 1000
      return { url, headers, usableUntil: signedAt + Math.min(KEPT_MS, lifeMs / 2) }
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return undefined
  }
}

/** Sends one part, in a turn of {@link partLane}, and returns its ETag. @throws DirectFailure; the reason of the signal */
export async function putDirectly(
  signed: Signed,
  bytes: Blob,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return (await partLane.put(signed, bytes, onProgress, signal)).etag
}

interface GroupOutcome {
  /** Files to be sent through the console. */
  left: readonly Upload[]
  /** Whether one of them failed for a reason that may be the way. */
  isOfWay: boolean
}

/** Sends files of one folder. Those that weren't stored as they are, are left. @throws the reason of the signal */
export async function putGroup(
  files: readonly Upload[],
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<GroupOutcome> {
  const sentBytes = new Map<Upload, number>()
  const report = (upload: Upload, bytes: number) => {
    sentBytes.set(upload, bytes)
    onProgress([...sentBytes.values()].reduce((sum, one) => sum + one, 0))
  }
  let isOfWay = false
  const left = new Set<Upload>()
  const doubtful: (Stored & { upload: Upload })[] = []
  const keep = (upload: Upload, error: unknown) => {
    if (signal.aborted || !(error instanceof DirectFailure)) throw error
    isOfWay ||= error.isOfWay
    sentBytes.delete(upload)
    left.add(upload)
  }

  // Signed together, so that one call is enough.
  const prepared = await Promise.all(
    files.map((upload) => prepare(upload, signal).catch((error: unknown) => keep(upload, error))),
  )
  const sendOne = async ({ upload, body, signed, described }: Prepared) => {
    try {
      const { etag, crc32c } = await fileLane.run(signal, () =>
        fileLane.put(signed, body, (bytes) => report(upload, bytes), signal),
      )
      report(upload, upload.size)
      if (crc32c !== described.crc32c) doubtful.push({ upload, ...described, etag })
    } catch (error) {
      keep(upload, error)
    }
  }
  await Promise.all(prepared.map((one) => one && sendOne(one)))
  for (const { upload } of await unconfirmed(files[0]?.bucket ?? '', doubtful, signal)) {
    // Something else than the storage server may have responded.
    isOfWay = true
    left.add(upload)
  }
  return { left: files.filter((upload) => left.has(upload)), isOfWay }
}

interface Described {
  name: string
  size: number
  crc32c: string
}

type Stored = Described & { etag: string }

type Prepared = Awaited<ReturnType<typeof prepare>>

async function prepare(upload: Upload, signal: AbortSignal) {
  const { bucket, prefix, name, file, size } = upload
  if (file === undefined) throw new Error('Only a file can be sent')
  const type = file.type || 'application/octet-stream'
  // A slice costs the browser a request to another process; the type is that of the signed header.
  const body = file.size === size ? file : file.slice(0, size)
  const crc32c = await checksumOfBlob(body, signal)
  // The console says why a file can't be sent.
  if (crc32c === undefined) throw new DirectFailure('The file could not be read', false)
  const described: Described = { name: prefix + name, size, crc32c }
  const signed = await sign(bucket, { ...described, content_type: type }, signal)
  return { upload, body, described, signed }
}

/**
 * What isn't stored as it was sent, of what the storage server hasn't said the checksum of: it may not know it. Of what the visitor
 * may not read, it is enough that the server took it.
 */
async function unconfirmed<T extends Stored>(
  bucket: string,
  doubtful: readonly T[],
  signal: AbortSignal,
): Promise<T[]> {
  if (doubtful.length === 0) return []
  const uploads = doubtful.map(({ name, size, crc32c, etag }) => ({ name, size, crc32c, etag }))
  try {
    const { states } = await call(confirmUploads, { params: { bucket }, body: { uploads } }, signal)
    return doubtful.filter((_, index) => states[index] !== 'stored' && states[index] !== 'unknown')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [...doubtful]
  }
}

async function sign(bucket: string, upload: DirectUpload, signal: AbortSignal): Promise<Signed> {
  const signer = signers.get(bucket) ?? signerOf(bucket)
  signers.set(bucket, signer)
  try {
    const signed = await signer.load(upload, signal)
    if (signed.url === '') throw new DirectFailure('No URL can have this name', false)
    return signed
  } catch (error) {
    throw error instanceof ApiError ? new DirectFailure(error.message, false, { cause: error }) : error
  }
}

function signerOf(bucket: string): BatchLoader<Signed, DirectUpload> {
  return createBatchLoader<Signed, DirectUpload>({
    waitMs: SIGN_WAIT_MS,
    atMost: DIRECT_UPLOADS_LIMIT,
    canWait: () => fileLane.waiting >= ENOUGH_SIGNED,
    call: (uploads, signal) => signAll(bucket, uploads, signal),
  })
}

/** What isn't signed is sent to the console, whose response says what is wrong: no reason to leave the page yet. @throws ApiError */
async function signAll(bucket: string, uploads: DirectUpload[], signal: AbortSignal): Promise<Signed[]> {
  const input = { params: { bucket }, body: { uploads } }
  const { origin, query, paths } = await callAt(basePath(), signUploads, input, signal)
  return uploads.map((upload, index) => {
    const path = paths[index] ?? ''
    return { url: path && `${origin}${path}&${query}`, headers: directHeaders(upload) }
  })
}

interface Response {
  etag: string
  /** Null if it isn't in the response, or the page may not read it. */
  crc32c: string | null
}

async function put(
  { url, headers }: Signed,
  bytes: Blob,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  const silence = new Silence(SILENCE_MS)
  const sending = {
    url,
    headers,
    bytes,
    onProgress: (sentBytes: number) => {
      silence.begin()
      onProgress(sentBytes)
    },
  }
  silence.begin()
  const response = await counted(() => sendBytes('PUT', sending, AbortSignal.any([signal, silence.signal])))
    .catch((error: unknown) => {
      if (signal.aborted) throw error
      return undefined
    })
    .finally(() => silence.end())
  if (response === undefined) throw new DirectFailure('There was no response', true, { isOverload: true })
  const { status } = response
  if (status !== 200) {
    const isOverload = status >= 500 || status === 429
    throw new DirectFailure(`The storage server responded with status ${status}`, !isOverload, { isOverload })
  }
  const etag = (headerOf(response, 'etag') ?? '').replace(/^"|"$/g, '')
  // Without it nothing can be confirmed or assembled: the bucket's CORS rules have to expose it.
  if (etag === '') throw new DirectFailure('The page may not read the ETag', true)
  return { etag, crc32c: headerOf(response, 'x-amz-checksum-crc32c') }
}

/** A browser complains if a page reads a header that the CORS rules of the bucket withhold. */
function headerOf(response: XMLHttpRequest, name: string): string | null {
  const isShown = new RegExp(`^${name}:`, 'im').test(response.getAllResponseHeaders())
  return isShown ? response.getResponseHeader(name) : null
}
