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
import { failureOf, interruption, refusedBy } from './send-failure.ts'
import { type PartCalls, PartFailure, type PartFailureKind, type SentPart } from './upload-in-parts.ts'

interface Target {
  bucket: string
  key: string
  contentType: string
}

/** The calls of one upload, sent to the console. */
export function partCalls({ bucket, key, contentType }: Target): PartCalls {
  const params = { bucket }
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
    send: (part, signal) => sendPart(bucket, key, part, signal),
    async complete(uploadId, parts, signal) {
      const query = { prefix: key, upload_id: uploadId }
      return (await callForParts(completeUpload, { params, query, body: { parts } }, signal)).crc32c
    },
    checksumOf: checksumOfBlob,
  }
}

/** Discards an upload and its parts. @throws ApiError */
export async function abortParts(bucket: string, key: string, uploadId: string): Promise<void> {
  await call(abortUpload, { params: { bucket }, query: { prefix: key, upload_id: uploadId } })
}

/** By XMLHttpRequest, since fetch doesn't report upload progress. */
function sendPart(
  bucket: string,
  key: string,
  { uploadId, partNumber, bytes, crc32c, onProgress }: SentPart,
  signal: AbortSignal,
): Promise<string> {
  const query = { prefix: key, upload_id: uploadId, part_number: partNumber, crc32c }
  const request = new XMLHttpRequest()
  request.open(uploadPart.method, callUrl(uploadPart, { params: { bucket }, query }))
  return new Promise<string>((resolve, reject) => {
    const abort = () => {
      request.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.onload = () => {
      if (request.status === 200) resolve((JSON.parse(request.responseText) as RouteResponse<typeof uploadPart>).etag)
      else reject(partFailure(refusedBy(request)))
    }
    request.onerror = async () => {
      const { kind, message } = await interruption()
      reject(new PartFailure(kind, message))
    }
    request.send(bytes)
  })
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
