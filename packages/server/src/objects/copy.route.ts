import {
  AppError,
  type CopyFailure,
  copyObjects,
  objectNameProblem,
  type RouteBody,
  reasonText,
  type Text,
} from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { copyFolder } from './copy/copy-folder.ts'
import { copyOne } from './copy/copy-one.ts'
import { metadataHeaders } from './copy/metadata-headers.ts'
import { FailureList } from './failure-list.ts'

export function copyRoute({ routes }: Registry): void {
  routes.withSession(
    copyObjects,
    async ({ params, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      const targetBucket = body.target_bucket === '' ? bucket : validBucketName(body.target_bucket)
      check(body, bucket === targetBucket)
      const request = {
        source: { bucket, key: body.source, versionId: body.version_id, etag: body.if_etag },
        target: {
          bucket: targetBucket,
          key: body.target,
          metadata: body.metadata === undefined ? undefined : metadataHeaders(body.metadata),
        },
        move: body.move,
        sourceState: body.source_state,
        existing: isOntoItself(body, bucket === targetBucket) ? ('overwrite' as const) : body.existing,
      }
      if (!isFolder(body)) {
        const copied = await copyOne(storage, request)
        const counts = copied === undefined ? { copied: 0, skipped: 1 } : { copied: copied.failure ? 0 : 1, skipped: 0 }
        const failed = copied?.failure ? [copied.failure] : []
        return { ...counts, failed, alsoFailed: 0, version_id: copied?.version ?? '', target: copied?.key ?? '' }
      }
      const outcome = { copied: 0, skipped: 0, failures: new FailureList<CopyFailure>() }
      const next = await copyFolder(storage, { ...request, after: body.after }, outcome, signal)
      const { copied, skipped } = outcome
      const { failed, alsoFailed } = outcome.failures
      const end = next === undefined ? {} : { next }
      return { copied, skipped, failed, alsoFailed, version_id: '', target: '', ...end }
    },
    { isLong: true },
  )
}

type CopyRequest = RouteBody<typeof copyObjects>

/** A failure names one object, even if that is a folder placeholder. */
function isFolder({ source, source_state }: CopyRequest): boolean {
  return source.endsWith('/') && source_state === ''
}

function isOntoItself({ source, target }: CopyRequest, isSameBucket: boolean): boolean {
  return isSameBucket && source === target
}

/** @throws AppError InvalidInput, InvalidObjectName */
function check(request: CopyRequest, isSameBucket: boolean): void {
  const { source, target, move, metadata, version_id, if_etag, source_state } = request
  const refuse = (reason: Text) => new AppError('InvalidInput', { reason })
  if (source.endsWith('/') !== target.endsWith('/')) {
    throw refuse(reasonText('bothObjectsOrFolders'))
  }
  if (isFolder(request) && (metadata !== undefined || version_id || if_etag)) {
    throw refuse(reasonText('metadataOfOneObject'))
  }
  if (source_state !== '' && !move) throw refuse(reasonText('sourceStateIsForMove'))
  if (isFolder(request) && isSameBucket && target.startsWith(source)) throw refuse(reasonText('targetInsideFolder'))
  if (move && version_id) throw refuse(reasonText('versionCantMove'))
  if (isOntoItself(request, isSameBucket) && (move || (metadata === undefined && !version_id))) {
    throw refuse(reasonText('sameTarget'))
  }
  const problem = objectNameProblem(target)
  if (problem !== undefined) throw new AppError('InvalidObjectName', { reason: problem })
}
