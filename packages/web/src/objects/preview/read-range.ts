import { downloadObject } from '@cooperage/contract'
import { callForDecoded, callForRange } from '../../shared/api/call.ts'
import type { PreviewedObject } from './viewers/viewer.ts'

/** The parameters that address the object in a call. */
export function addressOfPreviewed({ bucket, key, versionId }: PreviewedObject) {
  return { params: { bucket }, query: { prefix: key, ...(versionId !== undefined && { version_id: versionId }) } }
}

/** The bytes from `start` up to, but not including, `end`. @throws ApiError */
export async function readObjectRange(
  object: PreviewedObject,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return await callForRange(downloadObject, addressOfPreviewed(object), { start, end }, signal)
}

/** Content encodings that browsers remove. Others are labels without a meaning: the content is stored as it is. */
const DECODED = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd']

/** Whether the stored bytes of an object are an encoding of its content, by its Content-Encoding. */
export function isEncoded(contentEncoding: string): boolean {
  return contentEncoding.split(',').some((one) => DECODED.includes(one.trim().toLowerCase()))
}

/** The content of an object that is stored encoded, up to `limit` bytes. @throws ApiError */
export async function readDecoded(
  object: PreviewedObject,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return await callForDecoded(downloadObject, addressOfPreviewed(object), limit, signal)
}
