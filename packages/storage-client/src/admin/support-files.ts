/** Large files for support, streamed. */
import type { StorageClient } from '../client.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'
import { sendAdmin } from './send-admin.ts'

const PATH = '/minio/admin/v3'

/** Servers look for the files on all drives while they respond, and say nothing until they find the next one. */
const INSPECT_TIMEOUT_MS = 10 * 60_000

/** The first byte of a response whose next 32 bytes are the key. */
const WITH_KEY = 1

export interface FileLimit {
  /** A longer file breaks off. */
  maxBytes: number
}

/**
 * Raw files of all drives, as the server sends them: a byte 1, the key, and an encrypted archive; needs admin:InspectData.
 * @throws StorageError, also while it is read
 */
export async function inspectFiles(
  client: StorageClient,
  { bucket, path, maxBytes }: FileLimit & { bucket: string; path: string },
): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await sendAdmin(client, {
    method: 'GET',
    path: `${PATH}/inspect-data`,
    query: { volume: bucket, file: path },
    headersTimeoutMs: INSPECT_TIMEOUT_MS,
    bodyTimeoutMs: INSPECT_TIMEOUT_MS,
  })
  const pieces = limited(body, client.signal, maxBytes)
  const first = await pieces.next()
  if (first.done || first.value[0] !== WITH_KEY) {
    body.destroy()
    throw new StorageError('unreadable', 'The raw files have an unknown format')
  }
  return (async function* () {
    yield first.value
    yield* pieces
  })()
}

/** What a server takes beyond the duration: it collects the profiles of all nodes. */
const PROFILE_GRACE_MS = 60_000

/**
 * Profiles of all nodes, as a ZIP archive that begins after so many seconds; needs admin:Profiling.
 * @throws StorageError, also while it is read
 */
export async function takeProfiles(
  client: StorageClient,
  { kinds, seconds, maxBytes }: FileLimit & { kinds: readonly string[]; seconds: number },
): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await sendAdmin(client, {
    method: 'POST',
    path: `${PATH}/profile`,
    query: { profilerType: kinds.join(','), duration: `${seconds}s` },
    headersTimeoutMs: seconds * 1000 + PROFILE_GRACE_MS,
  })
  return limited(body, client.signal, maxBytes)
}

/** A limited number of bytes, none of them empty pieces. */
async function* limited(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    for await (const piece of body) {
      length += piece.length
      if (length > maxBytes) throw new StorageError('unreadable', `The file has more than ${maxBytes} bytes`)
      if (piece.length > 0) yield piece
    }
  } catch (error) {
    throw error instanceof StorageError ? error : exchangeFailure(error, signal)
  }
}
