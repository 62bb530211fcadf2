import '../../messages/en/folder-download.ts'
import {
  DIRECT_DOWNLOADS_LIMIT,
  downloadObject,
  listObjects,
  type ObjectEntry,
  signDownloads,
} from '@cooperage/contract'
import { translate } from '../../messages/use-texts.ts'
import { ApiError, errorOfResponse, isOfTheWhole, isUnreachable, unreachable } from '../../shared/api/api-error.ts'
import { call, callUrl } from '../../shared/api/call.ts'
import { reported } from '../../shared/api/failures.ts'
import { Silence } from '../../shared/api/silence.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { directFailed, isBusy, isDirect } from '../../transfers/index.ts'
import { folderReader } from '../selected-objects.ts'
import { DirectUrls } from './direct-urls.ts'
import { type Download, type DownloadCalls, EndedEarly } from './folder-download.ts'

/** How long a response may take to begin, or to continue. */
const SILENCE_MS = 30_000

/**
 * The calls of a download to a folder, as the console and the browser implement them. Objects come from the storage server where
 * the browser reaches it; what that doesn't send as it is listed, or breaks off, comes through the console.
 */
export function downloadCalls(bucket: string): DownloadCalls {
  const read = folderReader(bucket)
  const urls = new DirectUrls(
    async (names, signal) =>
      (await call(signDownloads, { params: { bucket }, body: { names: [...names] } }, signal)).urls,
    DIRECT_DOWNLOADS_LIMIT,
  )
  /** What broke off on the direct way, and whether what it had brought is no part of the object. */
  const broken = new Map<string, { startsOver: boolean }>()

  return {
    async read(prefix, after, signal) {
      const page = await read(prefix, after, signal)
      urls.list(page.objects.map(({ name }) => name))
      return page
    },
    async find(key, signal) {
      const query = { prefix: key, recursive: true, limit: 1 }
      const { objects } = await call(listObjects, { params: { bucket }, query }, signal)
      return objects.find(({ name }) => name === key)
    },
    async open(object, from, signal) {
      const key = object.name
      const before = broken.get(key)
      if (before || !(await isDirect(bucket))) {
        broken.delete(key)
        return await openAtConsole(bucket, key, before?.startsOver ? START : from, signal)
      }
      const direct = await openDirectly(object, from, signal)
      if (typeof direct === 'object') return direct
      const download = await openAtConsole(bucket, key, from, signal)
      if (direct === 'way') await directFailed(bucket)
      return download
    },
    failureOf,
    isCutOff: isUnreachable,
  }

  /** Otherwise whether the reason may be the way, unless the console fails too. */
  async function openDirectly(
    { name: key, etag: listed }: ObjectEntry,
    from: From,
    signal: AbortSignal,
  ): Promise<Download | 'way' | 'object'> {
    let url: string
    try {
      url = await urls.of(key, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return 'object'
    }
    if (url === '') return 'object'
    const silence = new Silence(SILENCE_MS)
    silence.begin()
    const response = await fetch(url, {
      headers: rangeOf(from),
      signal: AbortSignal.any([signal, silence.signal]),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
      .catch((error: unknown) => {
        if (signal.aborted) throw error
        return undefined
      })
      .finally(() => silence.end())
    if (response === undefined) return silence.signal.aborted && isBusy() ? 'object' : 'way'
    const etag = response.headers.get('etag')
    const isListed = response.ok && etag !== null && bare(etag) === bare(listed)
    if (isListed) return downloadOf(response, from, checked(response, key, signal, silence))
    await response.body?.cancel()
    if (response.ok) return etag === null ? 'way' : 'object'
    return response.status < 500 && response.status !== 429 ? 'way' : 'object'
  }

  /** The bytes, which continue through the console if they break off. */
  async function* checked(response: Response, key: string, signal: AbortSignal, silence: Silence): Download['bytes'] {
    let bytes = 0
    try {
      for await (const chunk of bytesOf(response, signal, silence)) {
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      if (!signal.aborted) broken.set(key, { startsOver: false })
      throw error
    }
    // The browser has decoded them, and the page may not read that they are encoded.
    const length = response.headers.get('content-length')
    if (length === null || isDecoded(response) || bytes === Number(length)) return
    broken.set(key, { startsOver: true })
    throw unreachable(undefined)
  }
}

/** Where a download begins: 0 and '' for all of the object. */
type From = Parameters<DownloadCalls['open']>[1]
const START: From = { offset: 0, etag: '' }

function bare(etag: string): string {
  return etag.replace(/^"|"$/g, '')
}

/** Why a job can't continue, as the list of jobs shows it: the folder isn't the console's, but its error is shown like one. */
export function endOf(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name === 'AbortError') return error
  const key = error.name === 'QuotaExceededError' ? 'noSpace' : 'noAccess'
  return new ApiError({ status: 400, message: translate(`folderDownload:${key}`), cause: error })
}

/** What any further file would fail with too. */
const OF_THE_FOLDER = ['NotAllowedError', 'NotFoundError', 'QuotaExceededError', 'SecurityError', 'AbortError']

function failureOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return isOfTheWhole(error) ? undefined : error.message
  if (error instanceof EndedEarly) return translate('folderDownload:incomplete')
  if (error instanceof DOMException) {
    if (OF_THE_FOLDER.includes(error.name)) return undefined
    return translate('folderDownload:notWritten', { reason: plainName(error.message) })
  }
  return error instanceof TypeError ? translate('folderDownload:noName') : undefined
}

async function openAtConsole(bucket: string, key: string, from: From, signal: AbortSignal): Promise<Download> {
  const url = callUrl(downloadObject, { params: { bucket }, query: { prefix: key } })
  const silence = new Silence(SILENCE_MS)
  let response: Response
  silence.begin()
  try {
    response = await fetch(url, {
      headers: rangeOf(from),
      signal: AbortSignal.any([signal, silence.signal]),
      credentials: 'same-origin',
      cache: 'no-store',
    })
    if (!response.ok)
      throw reported(errorOfResponse(response.status, await response.text(), response.headers.get('server')))
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error
    throw reported(unreachable(error))
  } finally {
    silence.end()
  }
  return downloadOf(response, from, bytesOf(response, signal, silence))
}

function rangeOf({ offset, etag }: From): Record<string, string> {
  return offset > 0 ? { range: `bytes=${offset}-`, 'if-range': etag } : {}
}

function downloadOf(response: Response, { offset }: From, bytes: Download['bytes']): Download {
  const start = response.status === 206 ? offset : 0
  const length = response.headers.get('content-length')
  return {
    offset: start,
    size: length === null || isDecoded(response) ? undefined : start + Number(length),
    etag: response.headers.get('etag') ?? '',
    bytes,
  }
}

function isDecoded(response: Response): boolean {
  return response.headers.has('content-encoding')
}

/** @param silence of the request: what its signal aborts */
async function* bytesOf(
  response: Response,
  signal: AbortSignal,
  silence: Silence,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  for (;;) {
    silence.begin()
    const read = await reader
      ?.read()
      .catch((error: unknown) => {
        throw signal.aborted ? error : unreachable(error)
      })
      .finally(() => silence.end())
    if (read === undefined || read.done) return
    yield read.value
  }
}
