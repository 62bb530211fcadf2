/** Uploads in parts, for cases that are about something else. */
import { type Answer, texts } from '@cooperage/testkit'
import { type Checksums, writeCompleteMultipartUpload } from '@cooperage/wire'
import { ask } from '../target.ts'

/** All parts but the last have to be this long. */
export const PART_BYTES = 5 * 1024 * 1024

export async function createUpload(bucket: string, key: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask({ method: 'POST', bucket, key, query: { uploads: '' }, headers })
  if (answer.status !== 200) throw new Error(`CreateMultipartUpload answered ${answer.status}: ${answer.text}`)
  return texts(answer.text, 'UploadId')[0] ?? ''
}

export function putPart(
  bucket: string,
  key: string,
  uploadId: string,
  partNumber: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask({ method: 'PUT', bucket, key, query: { uploadId, partNumber: String(partNumber) }, body, headers })
}

/** Of the answers to the parts 1, 2, …, with their checksums if there are any. */
export function completeUpload(
  bucket: string,
  key: string,
  uploadId: string,
  answers: readonly Answer[],
  { headers = {}, withChecksums = true }: { headers?: Record<string, string>; withChecksums?: boolean } = {},
): Promise<Answer> {
  const parts = answers.map((answer, at) => ({
    partNumber: at + 1,
    etag: (answer.headers.etag ?? '').replaceAll('"', ''),
    ...(withChecksums ? { checksums: checksumsIn(answer) } : {}),
  }))
  return ask({ method: 'POST', bucket, key, query: { uploadId }, body: writeCompleteMultipartUpload(parts), headers })
}

function checksumsIn({ headers }: Answer): Checksums {
  const found = Object.entries(headers).flatMap(([name, value]) => {
    const [, algorithm] = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256)$/.exec(name) ?? []
    return algorithm === undefined ? [] : [[algorithm, value]]
  })
  return Object.fromEntries(found)
}

/** A whole upload without checksums. */
export async function uploadInParts(
  bucket: string,
  key: string,
  bodies: readonly (string | Uint8Array)[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const uploadId = await createUpload(bucket, key, headers)
  const answers: Answer[] = []
  for (const [at, body] of bodies.entries()) answers.push(await putPart(bucket, key, uploadId, at + 1, body))
  const completed = await completeUpload(bucket, key, uploadId, answers)
  if (completed.status !== 200)
    throw new Error(`CompleteMultipartUpload answered ${completed.status}: ${completed.text}`)
  return completed
}
