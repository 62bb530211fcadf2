import { uploadObjects } from '@cooperage/contract'
import { callUrl } from '../shared/api/call.ts'
import { formTurns } from './console-turns.ts'
import { directFailed, isDirect } from './direct-way.ts'
import { sendToConsole } from './put-bytes.ts'
import { failureOf, failuresOfFiles, interruption, refusedBy } from './send-failure.ts'
import type { SendEvents, SendFailure, Upload } from './upload-queue.ts'

/**
 * Sends files of one folder: to the storage server where the browser reaches it, and what that doesn't take, through the console.
 * Returns a function that aborts it.
 */
export function sendFiles(files: readonly Upload[], on: SendEvents): () => void {
  const stop = new AbortController()
  send(files, on.onProgress, stop.signal).then(
    ({ failures, failure }) => {
      if (stop.signal.aborted) return
      if (failures.size === 0) on.onStored()
      else if (failure && failures.size === files.length) on.onFailed(failure)
      else on.onPartlyStored(failures, failure === undefined || failures.size === 1)
    },
    (error: unknown) => {
      if (!stop.signal.aborted) throw error
    },
  )
  return () => stop.abort()
}

async function send(
  files: readonly Upload[],
  onProgress: SendEvents['onProgress'],
  signal: AbortSignal,
): Promise<Outcome> {
  const bucket = files[0]?.bucket ?? ''
  if (!(await isDirect(bucket))) return await sendForm(files, onProgress, signal)
  const { putGroup } = await import('./direct-uploads.ts')
  const { left, isOfWay } = await putGroup(files, onProgress, signal)
  if (left.length === 0) return STORED
  const before = sizeOf(files) - sizeOf(left)
  const outcome = await sendForm(left, (bytes) => onProgress(before + bytes), signal)
  if (isOfWay && outcome.failures.size < left.length) await directFailed(bucket)
  return outcome
}

interface Outcome {
  failures: ReadonlyMap<Upload, SendFailure>
  /** That of the whole request, if it isn't known which files are the cause. */
  failure?: SendFailure
}

const STORED: Outcome = { failures: new Map() }

/**
 * Sends files by the specification's form: a field is named by the file's size, its part by the name with its folders.
 */
async function sendForm(
  files: readonly Upload[],
  onProgress: SendEvents['onProgress'],
  signal: AbortSignal,
): Promise<Outcome> {
  const [first] = files
  if (first === undefined) throw new Error('A request needs a file')
  const { bucket, prefix } = first
  const bytes = new FormData()
  for (const { name, size, file } of files) if (file) bytes.append(String(size), file, name)
  const total = sizeOf(files)
  const form = {
    url: callUrl(uploadObjects, { params: { bucket }, query: { prefix } }),
    bytes,
    // The multipart framing counts too, so slightly more is sent than the files.
    onProgress: (sent: number, sending: number) => onProgress(sending > 0 ? (sent / sending) * total : 0),
  }
  const response = await formTurns.run(signal, () => sendToConsole(uploadObjects.method, form, signal))
  if (response === undefined) return failed(files, await interruption())
  if (response.status >= 200 && response.status < 300) return STORED
  const error = refusedBy(response)
  const failures = failuresOfFiles(files, error)
  return failures ? { failures } : failed(files, failureOf(error))
}

function failed(files: readonly Upload[], failure: SendFailure): Outcome {
  return { failures: new Map(files.map((file) => [file, failure])), failure }
}

function sizeOf(files: readonly Upload[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
