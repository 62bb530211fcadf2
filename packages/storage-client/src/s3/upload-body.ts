import { checksumHeader, chunkedLength, encodeUnsignedTrailer, objectPath, PAYLOAD } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { type StorageRequest, send } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/** Bytes to upload; `size` is exact. A chunk need only be valid until the next piece is requested. */
export interface UploadBody {
  size: number
  bytes: AsyncIterable<Uint8Array>
}

const TRAILER = { checksum: 'crc32', isSigned: false } as const

/**
 * How a streamed body is sent: unsigned on a private connection (hashing would read every byte a second time); otherwise with a
 * trailing CRC-32, if the server accepts one.
 */
export async function uploadParts(
  client: StorageClient,
  { size, bytes }: UploadBody,
): Promise<Required<Pick<StorageRequest, 'headers' | 'stream'>>> {
  if (client.endpoint.isPrivate || !(await acceptsTrailers(client))) {
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

/** A body whose CRC-32C is known: the header is part of the signature, so that nothing else has to cover the bytes. */
export function checkedBody(
  { size, bytes }: UploadBody,
  crc32c: string,
): Required<Pick<StorageRequest, 'headers' | 'stream'>> {
  return {
    headers: { 'content-length': String(size), [checksumHeader('crc32c')]: crc32c },
    stream: { bytes, payloadHash: PAYLOAD.unsigned },
  }
}

/**
 * Probes each server once by sending a part of an upload that doesn't exist: a server that supports trailers fails to find the
 * upload, an older one rejects the payload hash. Neither stores anything.
 */
async function acceptsTrailers(client: StorageClient): Promise<boolean> {
  const { endpoint } = client
  if (endpoint.acceptsTrailers !== undefined) return endpoint.acceptsTrailers
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
    // AccessDenied is inconclusive: use the safe form, and probe again at the next upload.
    if (error.code === 'AccessDenied') return false
    endpoint.acceptsTrailers = error.code === 'NoSuchUpload' || error.code === 'NoSuchBucket'
    return endpoint.acceptsTrailers
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
