import '../../messages/en/folder-download.ts'
import { downloadObject, listObjects } from '@cooperage/contract'
import i18next from 'i18next'
import { ApiError, errorOfResponse, isOfTheWhole, isUnreachable, unreachable } from '../../shared/api/api-error.ts'
import { call, callUrl } from '../../shared/api/call.ts'
import { reported } from '../../shared/api/failures.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { folderReader } from '../selected-objects.ts'
import { type Download, type DownloadCalls, EndedEarly } from './folder-download.ts'

/** The calls of a download to a folder, as the console and the browser implement them. */
export function downloadCalls(bucket: string): DownloadCalls {
  return {
    read: folderReader(bucket),
    async find(key, signal) {
      const query = { prefix: key, recursive: true, limit: 1 }
      const { objects } = await call(listObjects, { params: { bucket }, query }, signal)
      return objects.find(({ name }) => name === key)
    },
    open: (key, from, signal) => open(bucket, key, from, signal),
    failureOf,
    isCutOff: isUnreachable,
  }
}

/** Why a job can't continue, as the list of jobs shows it: the folder isn't the console's, but its error is shown like one. */
export function endOf(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name === 'AbortError') return error
  const key = error.name === 'QuotaExceededError' ? 'noSpace' : 'noAccess'
  return new ApiError({ status: 400, message: i18next.t(`folderDownload:${key}`), cause: error })
}

/** What any further file would fail with too. */
const OF_THE_FOLDER = ['NotAllowedError', 'NotFoundError', 'QuotaExceededError', 'SecurityError', 'AbortError']

function failureOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return isOfTheWhole(error) ? undefined : error.message
  if (error instanceof EndedEarly) return i18next.t('folderDownload:incomplete')
  if (error instanceof DOMException) {
    if (OF_THE_FOLDER.includes(error.name)) return undefined
    return i18next.t('folderDownload:notWritten', { reason: plainName(error.message) })
  }
  return error instanceof TypeError ? i18next.t('folderDownload:noName') : undefined
}

async function open(
  bucket: string,
  key: string,
  { offset, etag }: { offset: number; etag: string },
  signal: AbortSignal,
): Promise<Download> {
  const url = callUrl(downloadObject, { params: { bucket }, query: { prefix: key } })
  const headers = offset > 0 ? { range: `bytes=${offset}-`, 'if-range': etag } : {}
  let response: Response
  try {
    response = await fetch(url, { headers, signal, credentials: 'same-origin', cache: 'no-store' })
    if (!response.ok)
      throw reported(errorOfResponse(response.status, await response.text(), response.headers.get('server')))
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw reported(unreachable(error))
  }
  const start = response.status === 206 ? offset : 0
  const length = response.headers.get('content-length')
  const isDecoded = response.headers.has('content-encoding')
  return {
    offset: start,
    size: length === null || isDecoded ? undefined : start + Number(length),
    etag: response.headers.get('etag') ?? '',
    bytes: bytesOf(response, signal),
  }
}

async function* bytesOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read().catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error)
    })
    if (read === undefined || read.done) return
    yield read.value
  }
}
