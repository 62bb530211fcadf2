import { getSession, uploadObjects } from '@cooperage/contract'
import { type ApiError, errorOfResponse, isOutage, isSignedOut, unreachable } from '../shared/api/api-error.ts'
import { call, callUrl } from '../shared/api/call.ts'
import { reported } from '../shared/api/failures.ts'
import type { SendEvents, SendFailure, Upload } from './upload-queue.ts'

/**
 * Sends files by the specification's form: a field is named by the file's size, its part by the name with its folders. Uses
 * XMLHttpRequest, since fetch doesn't report upload progress.
 */
export function sendFiles(files: readonly Upload[], on: SendEvents): () => void {
  const [first] = files
  if (first === undefined) throw new Error('A request needs a file')
  const { bucket, prefix } = first
  const form = new FormData()
  for (const { name, file } of files) form.append(String(file.size), file, name)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const request = new XMLHttpRequest()
  let isAborted = false
  request.open(uploadObjects.method, callUrl(uploadObjects, { params: { bucket }, query: { prefix } }))
  // The multipart framing counts too, so slightly more is sent than the files.
  request.upload.onprogress = ({ loaded, total: sending }) =>
    on.onProgress(sending > 0 ? (loaded / sending) * total : 0)
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) on.onStored()
    else on.onFailed(failureOf(reported(errorOfResponse(request.status, request.responseText))))
  }
  request.onerror = () => {
    // An interrupted upload need not mean that the console is down, so it is pinged; the global handler acts if it is.
    call(getSession, {}).then(
      () => isAborted || on.onFailed({ kind: 'uncertain', message: unreachable(undefined).message }),
      (error: ApiError) => isAborted || on.onFailed(failureOf(error)),
    )
  }
  request.send(form)
  return () => {
    isAborted = true
    request.abort()
  }
}

function failureOf(error: ApiError): SendFailure {
  const { message, code, status } = error
  if (status === undefined || isSignedOut(error)) return { kind: 'away', message }
  if (!isOutage(error)) return { kind: 'refused', message }
  return { kind: code === 'StorageUnreachable' ? 'outage' : 'uncertain', message }
}
