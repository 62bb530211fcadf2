import {
  AppError,
  bothTexts,
  type CheckedPlace,
  checkBatchJob,
  detailText,
  errorText,
  type FailureText,
} from '@cooperage/contract'
import { listObjectsPage, listObjectVersionsPage, type StorageClient, StorageError } from '@cooperage/storage-client'
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
    const action = place.isOfDeleted ? 's3:ListBucketVersions' : 's3:ListBucket'
    const found = await withStorageErrors({ action, bucket: place.bucket }, foundIn(storage, place))
    return { ...subject, ...found }
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
  // What isn't an address may contain keys.
  let host = ''
  let endpoint: ReturnType<OutboundGuard['endpoint']> | undefined
  try {
    const url = remoteAddress(typed)
    host = url.host
    endpoint = guard.endpoint(url)
    const credentials = { accessKey, secretKey, ...(sessionToken && { sessionToken }) }
    try {
      return { ...subject, host, ...(await foundIn({ endpoint, credentials, signal }, place)) }
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

type Found = Pick<CheckedPlace, 'state' | 'failure' | 'text'>

/** Whether something there has one of the prefixes. */
async function foundIn(client: StorageClient, { bucket, prefixes, isOfDeleted, role }: JobPlace): Promise<Found> {
  const asked = prefixes.length === 0 ? [''] : prefixes.slice(0, MAX_PREFIXES)
  const isAny = await Promise.all(
    asked.map(async (prefix) => {
      const query = { prefix, maxKeys: 1 }
      return isOfDeleted
        ? (await listObjectVersionsPage(client, bucket, query)).versions.length > 0
        : (await listObjectsPage(client, bucket, query)).objects.length > 0
    }),
  )
  // Nothing has to be where copies will be.
  if (role === 'target' || isAny.includes(true)) return { state: 'found', failure: '' }
  if (prefixes.length <= MAX_PREFIXES) return { state: 'empty', failure: '' }
  return because('unchecked', detailText('jobPrefixes', { number: String(MAX_PREFIXES) }))
}

/** Each is a call to the storage server. */
const MAX_PREFIXES = 8

function failed(error: AppError, isUnchecked: boolean): Found {
  const words = errorText(error)
  const text = error.detail === undefined ? words : bothTexts(words, error.detail)
  return because(isUnchecked ? 'unchecked' : 'failed', text)
}

function because(state: CheckedPlace['state'], text: FailureText): Found {
  return { state, failure: text.text, text }
}
