import {
  abortUpload,
  beginUpload,
  completeUpload,
  listUploadParts,
  type Route,
  type RouteResponse,
  type StoredPart,
  uploadPart,
} from '@cooperage/contract'
import { ApiError } from '../shared/api/api-error.ts'
import { type CallInput, call, callUrl } from '../shared/api/call.ts'
import { checksumOfBlob } from './checksum-of-blob.ts'
import { PARTS_OF_A_FILE, partTurns } from './console-turns.ts'
import { directFailed, isDirect } from './direct-way.ts'
import { sendToConsole } from './put-bytes.ts'
import { failureOf, interruption, refusedBy } from './send-failure.ts'
import { Slots } from './slots.ts'
import { type PartCalls, PartFailure, type PartFailureKind, type SentPart } from './upload-in-parts.ts'

interface Target {
  bucket: string
  key: string
  contentType: string
}

/** The calls of one upload, sent to the console. Parts are sent to the storage server where the browser reaches it. */
export function partCalls({ bucket, key, contentType }: Target): PartCalls {
  const params = { bucket }
  const ofFile = new Slots(PARTS_OF_A_FILE)
  return {
    async begin() {
      const input = { params, query: { prefix: key }, body: contentType === '' ? {} : { content_type: contentType } }
      return (await callForParts(beginUpload, input)).upload_id
    },
    async list(uploadId, signal) {
      const parts: StoredPart[] = []
      for (let after: number | undefined = 0; after !== undefined; ) {
        const query = { prefix: key, upload_id: uploadId, after }
        const page: RouteResponse<typeof listUploadParts> = await callForParts(
          listUploadParts,
          { params, query },
          signal,
        )
        parts.push(...page.parts)
        after = page.next
      }
      return parts
    },
    async inTurn(signal, work) {
      const turns = (await isDirect(bucket)) ? (await import('./direct-uploads.ts')).partLane : ofFile
      return await turns.run(signal, work)
    },
    async sign(uploadId, parts, signal) {
      if (!(await isDirect(bucket))) return parts.map(() => undefined)
      const { signParts } = await import('./direct-uploads.ts')
      return await signParts(bucket, { key, uploadId }, parts, signal)
    },
    send: (part, signal) => sendPart(bucket, key, part, signal),
    async complete(uploadId, parts, signal) {
      const query = { prefix: key, upload_id: uploadId }
      try {
        return (await callForParts(completeUpload, { params, query, body: { parts } }, signal)).crc32c
      } catch (error) {
        // Something else than the storage server may have responded to them.
        if (error instanceof PartFailure && error.kind === 'changed') await directFailed(bucket)
        throw error
      }
    },
    checksumOf: checksumOfBlob,
  }
}

/** Discards an upload and its parts. @throws ApiError */
export async function abortParts(bucket: string, key: string, uploadId: string): Promise<void> {
  await call(abortUpload, { params: { bucket }, query: { prefix: key, upload_id: uploadId } })
}

/** What the storage server doesn't take directly goes through the console, which says what is wrong if that fails too. */
async function sendPart(bucket: string, key: string, part: SentPart, signal: AbortSignal): Promise<string> {
  const { signed, bytes, onProgress } = part
  if (signed === undefined || !(await isDirect(bucket))) return await sendPartToConsole(bucket, key, part, signal)
  const { putDirectly, DirectFailure } = await import('./direct-uploads.ts')
  try {
    return await putDirectly(signed, bytes, onProgress, signal)
  } catch (error) {
    if (!(error instanceof DirectFailure)) throw error
    const etag = await sendPartToConsole(bucket, key, part, signal)
    if (error.isOfWay) await directFailed(bucket)
    return etag
  }
}

async function sendPartToConsole(
  bucket: string,
  key: string,
  { uploadId, partNumber, bytes, crc32c, onProgress }: SentPart,
  signal: AbortSignal,
): Promise<string> {
  const query = { prefix: key, upload_id: uploadId, part_number: partNumber, crc32c }
  const url = callUrl(uploadPart, { params: { bucket }, query })
  const sending = { url, bytes, onProgress }
  const response = await partTurns.run(signal, () => sendToConsole(uploadPart.method, sending, signal))
  if (response?.status === 200) return (JSON.parse(response.responseText) as RouteResponse<typeof uploadPart>).etag
  if (response) throw partFailure(refusedBy(response))
  const { kind, message } = await interruption()
  throw new PartFailure(kind, message)
}

async function callForParts<R extends Route>(
  route: R,
  input: CallInput<R>,
  signal?: AbortSignal,
): Promise<RouteResponse<R>> {
  try {
    return await call(route, input, signal)
  } catch (error) {
    throw error instanceof ApiError ? partFailure(error) : error
  }
}

const KINDS: Record<string, PartFailureKind> = {
  NoSuchUpload: 'gone',
  PartsChanged: 'changed',
  ChecksumMismatch: 'damaged',
  UploadIncomplete: 'damaged',
  RequestTimeout: 'damaged',
}

function partFailure(error: ApiError): PartFailure {
  const kind = KINDS[error.code] ?? failureOf(error).kind
  return new PartFailure(kind, error.message, { cause: error })
}
