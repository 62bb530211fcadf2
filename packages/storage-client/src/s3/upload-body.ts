import { chunkedLength, encodeUnsignedTrailer, objectPath, PAYLOAD } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { type StorageRequest, send } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/** Bytes on their way into the storage; `size` is exact. */
export interface UploadBody {
  size: number
  bytes: AsyncIterable<Uint8Array>
}

const TRAILER = { checksum: 'crc32', isSigned: false } as const

/**
 * How a streamed body travels: not signed where nobody else can touch the connection (hashing would read every byte once
 * more); elsewhere with a CRC-32 behind it, when the server takes that.
 */
export async function uploadParts(
  client: StorageClient,
  { size, bytes }: UploadBody,
): Promise<Required<Pick<StorageRequest, 'headers' | 'stream'>>> {
  if (client.endpoint.isPrivate || !(await takesTrailers(client))) {
    return {
      headers: { 'content-length': String(size) },
      stream: { bytes, payloadHash: PAYLOAD.unsigned },
    }
  }
  return {
    headers: {
      'content-length': String(chunkedLength(size, TRAILER)),
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': String(size),
      'x-amz-trailer': 'x-amz-checksum-crc32',
    },
    stream: { bytes: encodeUnsignedTrailer(bytes, TRAILER), payloadHash: PAYLOAD.unsignedTrailer },
  }
}

/**
 * Asks once per server, by sending a part to an upload that does not exist: a server that knows trailers looks for the
 * upload and misses it, an older one stops at the payload hash. Neither stores anything.
 */
async function takesTrailers(client: StorageClient): Promise<boolean> {
  const { endpoint } = client
  if (endpoint.takesTrailers !== undefined) return endpoint.takesTrailers
  try {
    await send(client, {
      method: 'PUT',
      path: objectPath('cooperage', 'trailer-probe'),
      query: { partNumber: '1', uploadId: 'none' },
      headers: {
        'content-length': String(chunkedLength(0, TRAILER)),
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': '0',
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      stream: { bytes: encodeUnsignedTrailer(nothing(), TRAILER), payloadHash: PAYLOAD.unsignedTrailer },
    })
    return false
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    // A refusal for want of permission tells nothing about trailers: the safe form goes out, and the next upload asks again.
    if (error.code === 'AccessDenied') return false
    endpoint.takesTrailers = error.code === 'NoSuchUpload' || error.code === 'NoSuchBucket'
    return endpoint.takesTrailers
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
