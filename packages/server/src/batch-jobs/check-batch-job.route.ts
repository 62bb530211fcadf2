import { AppError, bothTexts, type CheckedPlace, checkBatchJob, errorText } from '@cooperage/contract'
import { listObjectsPage, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { JobPlace, JobRemote } from '../shared/computations/batch-job.ts'
import type { Registry } from '../shared/feature.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import { remoteAddress, remoteFailure } from '../shared/remote-server.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { requireStart } from './require-start.ts'

/** Below the deadline of the call, so that a silent server doesn't keep the other place from being reported. */
const PLACE_MS = 7_000

/** Whether a job finds its buckets, found out by the console with the visitor's keys and those of the definition. */
export function checkBatchJobRoute({ routes, services }: Registry): void {
  const { computations, settings } = services
  const guard = guardForVisitors(settings)

  routes.withSession(checkBatchJob, async ({ body: { yaml }, session, storage, signal }) => {
    await requireStart(services, session, storage)
    const { type, findings, places } = await computations.run(session.account, 'readBatchJob', yaml)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(PLACE_MS)])
    const check = (place: JobPlace) =>
      place.remote === undefined
        ? checkHere({ ...storage, signal: deadline }, place)
        : checkThere(guard, place, place.remote, deadline)
    return { type, findings, places: await Promise.all(places.map(check)) }
  })
}

async function checkHere(storage: StorageClient, place: JobPlace): Promise<CheckedPlace> {
  const subject = { role: place.role, host: '', bucket: place.bucket }
  try {
    const call = stateIn(storage, place)
    return {
      ...subject,
      state: await withStorageErrors({ action: 's3:ListBucket', bucket: place.bucket }, call),
      failure: '',
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SessionEnded') throw error
    return { ...subject, ...failed(error, error.code === 'AccessDenied') }
  }
}

async function checkThere(
  guard: OutboundGuard,
  place: JobPlace,
  { endpoint: typed, accessKey, secretKey, sessionToken }: JobRemote,
  signal: AbortSignal,
): Promise<CheckedPlace> {
  const subject = { role: place.role, bucket: place.bucket }
  let host = typed
  let endpoint: ReturnType<OutboundGuard['endpoint']> | undefined
  try {
    const url = remoteAddress(typed)
    host = url.host
    endpoint = guard.endpoint(url)
    const credentials = { accessKey, secretKey, ...(sessionToken && { sessionToken }) }
    try {
      return { ...subject, host, state: await stateIn({ endpoint, credentials, signal }, place), failure: '' }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      throw error.code === 'NoSuchBucket'
        ? new AppError('NoSuchBucket', { bucket: place.bucket })
        : remoteFailure(error, host)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...subject, host, ...failed(error, error.code === 'RemoteAddressRefused') }
  } finally {
    await endpoint?.close()
  }
}

/** Whether something there has one of the prefixes. */
async function stateIn(client: StorageClient, { bucket, prefixes, role }: JobPlace): Promise<'found' | 'empty'> {
  const asked = prefixes.length === 0 ? [''] : prefixes.slice(0, MAX_PREFIXES)
  const pages = await Promise.all(asked.map((prefix) => listObjectsPage(client, bucket, { prefix, maxKeys: 1 })))
  // Nothing has to be where copies will be.
  return role === 'target' || pages.some(({ objects }) => objects.length > 0) ? 'found' : 'empty'
}

/** More are only as good as these. */
const MAX_PREFIXES = 8

function failed(error: AppError, isUnchecked: boolean): Pick<CheckedPlace, 'state' | 'failure' | 'text'> {
  const words = errorText(error)
  const text = error.detail === undefined ? words : bothTexts(words, error.detail)
  return { state: isUnchecked ? 'unchecked' : 'failed', failure: text.text, text }
}
