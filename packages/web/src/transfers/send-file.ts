import { getSession, uploadObjects } from '@cooperage/contract'
import { type ApiError, errorOfAnswer, unreachable } from '../shared/api/api-error.ts'
import { call, callUrl } from '../shared/api/call.ts'
import { reported } from '../shared/api/failures.ts'

export interface FileToSend {
  bucket: string
  prefix: string
  name: string
  file: File
}

export interface Sending {
  onProgress: (sentBytes: number) => void
  onStored: () => void
  onFailed: (error: ApiError) => void
}

/**
 * Sends one file by the specification's form: the field is named by the file's size, the part by its name with its
 * folders. XMLHttpRequest, since fetch tells nothing of what has been sent. Returns how to abort it.
 */
export function sendFile({ bucket, prefix, name, file }: FileToSend, on: Sending): () => void {
  const form = new FormData()
  form.append(String(file.size), file, name)
  const request = new XMLHttpRequest()
  request.open(uploadObjects.method, callUrl(uploadObjects, { params: { bucket }, query: { prefix } }))
  // The envelope of the form travels too: what is sent may exceed the file by a little.
  request.upload.onprogress = (event) => on.onProgress(Math.min(event.loaded, file.size))
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) on.onStored()
    else on.onFailed(reported(errorOfAnswer(request.status, request.responseText)))
  }
  request.onerror = () => {
    on.onFailed(unreachable(undefined))
    // A cut upload need not mean that the console is gone, so it is asked; its silence is acted upon where all are.
    call(getSession, {}).catch(() => undefined)
  }
  request.send(form)
  return () => request.abort()
}
