import { AppError, type FailureText, type RouteBody, reasonText, setReplication } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { isXmlText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { remoteAddress } from '../shared/remote-server.ts'
import { readTags } from './lifecycle-rules.ts'
import { type PairSettings, replicatePair } from './replicate-pair.ts'
import { pairProblem } from './replication-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

type Wanted = RouteBody<typeof setReplication>

/** The server connects to the other one for each pair. */
const AT_ONCE = 4
/** Pairs that aren't done by then are reported as such, while there is still time to undo what was started. */
const PAIRS_MS = 7_000

/** Sets up pairs of buckets independently: a failure of one doesn't stop the others. */
export function setReplicationRoute(
  routes: Registry['routes'],
  withLock: <T>(bucket: string, run: () => Promise<T>) => Promise<T>,
): void {
  routes.withSession(setReplication, async ({ body, request, storage: visitor }) => {
    const url = remoteAddress(body.targetURL)
    const wishes = body.bucketsRelation.map(({ originBucket, destinationBucket }) => ({
      pair: { origin: originBucket, destination: destinationBucket, host: url.host },
      settings: settingsOf(body, url, destinationBucket),
      problem: undefined as FailureText | undefined,
    }))
    const storage = withinTime(visitor)
    const failures: unknown[] = []
    await inParallel(wishes, AT_ONCE, async (one) => {
      const { origin, destination } = one.pair
      try {
        validBucketName(destination)
        await withLock(validBucketName(origin), () => replicatePair(storage, one.pair, one.settings))
      } catch (error) {
        const problem = pairProblem(error, one.pair)
        if (problem === undefined) throw error
        failures.push(error)
        one.problem = problem
      }
    })
    const [failure] = failures
    if (failures.length === wishes.length && affectsAllPairs(failure)) throw failure
    // The response is a success even if pairs failed; the audit trail records the failure.
    if (failure !== undefined) request.failure = failure instanceof AppError ? failure.code : 'SettingRefused'
    return {
      replicationState: wishes.map(({ pair, problem }) => ({
        originBucket: pair.origin,
        targetBucket: pair.destination,
        errorString: problem?.text ?? '',
        ...(problem && { text: problem }),
      })),
    }
  })
}

function withinTime(storage: StorageClient): StorageClient {
  const late = AbortSignal.timeout(PAIRS_MS)
  return { ...storage, signal: storage.signal === undefined ? late : AbortSignal.any([storage.signal, late]) }
}

/** A server without replication and an ended session affect all pairs. */
function affectsAllPairs(failure: unknown): boolean {
  return failure instanceof AppError && (failure.code === 'NotInThisSetup' || failure.status === 401)
}

/** @throws AppError InvalidInput */
function settingsOf(body: Wanted, url: URL, bucket: string): PairSettings {
  for (const name of ['prefix', 'storageClass'] as const) {
    if (isXmlText(body[name])) continue
    throw new AppError('InvalidInput', { reason: reasonText('noXmlCharacter', { name }) })
  }
  const isSync = body.syncMode === 'sync'
  return {
    target: {
      endpoint: url.host,
      secure: url.protocol === 'https:',
      bucket,
      region: body.region,
      isSync,
      bandwidth: isSync ? 0 : body.bandwidth,
      healthCheckSeconds: body.healthCheckPeriod,
    },
    keys: { accessKey: body.accessKey, secretKey: body.secretKey },
    rule: {
      prefix: body.prefix,
      tags: Object.fromEntries(readTags(body.tags).map(({ key, value }) => [key, value])),
      storageClass: body.storageClass,
      deleteMarkers: body.replicateDeleteMarkers,
      deletes: body.replicateDeletes,
      metadata: body.replicateMetadata,
      existingObjects: body.replicateExistingObjects,
    },
  }
}
