import { uploadObjects } from '@cooperage/contract'
import type { ApiError } from '../shared/api/api-error.ts'
import { callUrl } from '../shared/api/call.ts'
import { failureOf, failuresOfFiles, interruption, refusedBy } from './send-failure.ts'
import type { SendEvents, Upload } from './upload-queue.ts'

/**
 * Sends files by the specification's form: a field is named by the file's size, its part by the name with its folders. Uses
 * XMLHttpRequest, since fetch doesn't report upload progress.
 */
export function sendFiles(files: readonly Upload[], on: SendEvents): () => void {
  const [first] = files
  if (first === undefined) throw new Error('A request needs a file')
  const { bucket, prefix } = first
  const form = new FormData()
  for (const { name, size, file } of files) if (file) form.append(String(size), file, name)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const request = new XMLHttpRequest()
  let isAborted = false
  request.open(uploadObjects.method, callUrl(uploadObjects, { params: { bucket }, query: { prefix } }))
  // The multipart framing counts too, so slightly more is sent than the files.
  request.upload.onprogress = ({ loaded, total: sending }) =>
    on.onProgress(sending > 0 ? (loaded / sending) * total : 0)
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) on.onStored()
    else fail(refusedBy(request))
  }
  const fail = (error: ApiError) => {
    const failures = failuresOfFiles(files, error)
    if (failures) on.onPartlyStored(failures)
    else on.onFailed(failureOf(error))
  }
  request.onerror = async () => {
    const failure = await interruption()
    if (!isAborted) on.onFailed(failure)
  }
  request.send(form)
  return () => {
    isAborted = true
    request.abort()
  }
}
