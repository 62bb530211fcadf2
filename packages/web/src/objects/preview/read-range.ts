import { downloadObject } from '@cooperage/contract'
import { callForRange } from '../../shared/api/call.ts'
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
