/** Multipart uploads, for cases about something else. */
import { type TestResponse, texts } from '@cooperage/testkit'
import { type Checksums, writeCompleteMultipartUpload } from '@cooperage/wire'
import { request } from '../target.ts'

/** The minimum size of all parts but the last. */
export const PART_BYTES = 5 * 1024 * 1024

export async function createUpload(bucket: string, key: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await request({ method: 'POST', bucket, key, query: { uploads: '' }, headers })
  if (response.status !== 200) throw new Error(`CreateMultipartUpload returned ${response.status}: ${response.text}`)
  return texts(response.text, 'UploadId')[0] ?? ''
}

export function putPart(
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return request({ method: 'PUT', bucket, key, query: { uploadId, partNumber: String(partNumber) }, body, headers })
}

/** From the responses to the parts 1, 2, …, including checksums if there are any. */
export function completeUpload(
  bucket: string,
  key: string,
  uploadId: string,
  responses: readonly TestResponse[],
  { headers = {}, withChecksums = true }: { headers?: Record<string, string>; withChecksums?: boolean } = {},
): Promise<TestResponse> {
  const parts = responses.map((response, at) => ({
    partNumber: at + 1,
    etag: (response.headers.etag ?? '').replaceAll('"', ''),
    ...(withChecksums ? { checksums: checksumsIn(response) } : {}),
  }))
  return request({
    method: 'POST',
    bucket,
    key,
    query: { uploadId },
    body: writeCompleteMultipartUpload(parts),
    headers,
  })
}

function checksumsIn({ headers }: TestResponse): Checksums {
  const found = Object.entries(headers).flatMap(([name, value]) => {
    const [, algorithm] = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256)$/.exec(name) ?? []
    return algorithm === undefined ? [] : [[algorithm, value]]
  })
  return Object.fromEntries(found)
}

/** A complete upload without checksums. */
export async function uploadInParts(
  bucket: string,
  key: string,
  bodies: readonly (string | Uint8Array)[],
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const uploadId = await createUpload(bucket, key, headers)
  const responses: TestResponse[] = []
  for (const [at, body] of bodies.entries()) responses.push(await putPart(bucket, key, uploadId, at + 1, body))
  const completed = await completeUpload(bucket, key, uploadId, responses)
  if (completed.status !== 200)
    throw new Error(`CompleteMultipartUpload returned ${completed.status}: ${completed.text}`)
  return completed
}
