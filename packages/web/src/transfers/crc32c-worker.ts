/** Computes checksums of parts of files in a worker, so that the page never freezes. */
import { crc32c } from '@cooperage/wire/crc32c'
import { checksumText } from './checksum-text.ts'
import { Slots } from './slots.ts'

/** A part can have gigabytes. Each read costs the browser more than its bytes: in pieces of 4 MiB half as much again. */
const PIECE_BYTES = 16 * 1024 * 1024
/** One is read while the other is computed. The first that are asked for are ready first, and can be sent. */
const turns = new Slots(2)
const asked = new Map<number, AbortController>()

/** Without `bytes`, what was asked for is given up. */
export interface ChecksumRequest {
  id: number
  bytes?: Blob
}

/** Without `checksum`, the file couldn't be read, or it was given up. */
export interface ChecksumReply {
  id: number
  checksum?: string
}

globalThis.onmessage = async ({ data: { id, bytes } }: MessageEvent<ChecksumRequest>) => {
  if (bytes === undefined) {
    asked.get(id)?.abort()
    return
  }
  const stop = new AbortController()
  asked.set(id, stop)
  const reply: ChecksumReply = await turns
    .run(stop.signal, () => checksumOf(bytes, stop.signal))
    .then(
      (checksum) => ({ id, checksum }),
      // Deleted, changed or not permitted. The browser's own message isn't meant for users.
      () => ({ id }),
    )
  asked.delete(id)
  postMessage(reply)
}

async function checksumOf(bytes: Blob, signal: AbortSignal): Promise<string> {
  let crc = 0
  for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    const piece = bytes.size > PIECE_BYTES ? bytes.slice(at, at + PIECE_BYTES) : bytes
    crc = crc32c(new Uint8Array(await piece.arrayBuffer()), crc)
  }
  return checksumText(crc)
}
