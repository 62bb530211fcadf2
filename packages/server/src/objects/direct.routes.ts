import {
  AppError,
  confirmUploads,
  DIRECT_URL_SECONDS,
  directHeaders,
  findDirectWay,
  objectNameProblem,
  type RouteBody,
  type RouteResponse,
  signDownload,
  signDownloads,
  signUploads,
} from '@cooperage/contract'
import {
  headObject,
  type PresignedBody,
  type PresignObjectOptions,
  type PresignOptions,
  presignLocation,
  presignObject,
  presignUploads,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { checksumHeader } from '@cooperage/wire'
import type { FastifyRequest } from 'fastify'
import { validBucketName } from '../buckets/index.ts'
import { attachment } from '../shared/content-disposition.ts'
import { directWayOf } from '../shared/direct-origin.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { etagOf } from './object-headers.ts'

/** Requests of one confirmation to the storage server at a time. */
const PARALLEL_HEADS = 8
/** No browser shows it, whatever the object claims to be. */
const NEVER_SHOWN = 'application/octet-stream'

/** URLs by which the browser exchanges objects with the storage server. The storage server checks permissions when they are used. */
export function directRoutes({ routes, services: { settings, now } }: Registry): void {
  routes.withSession(findDirectWay, async ({ params, request, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { origin, obstacle } = directWayOf(request, storage.endpoint, settings)
    if (obstacle !== '') return { origin, obstacle, probe: '' }
    const signing = presignLocation(storage, bucket, signedFor(origin, session))
    const probe = await withStorageErrors({ action: 's3:GetBucketLocation', bucket }, signing)
    return { origin, obstacle, probe: probe.href }
  })

  routes.withSession(
    signUploads,
    async ({ params, body, request, session, storage }) => {
      const bucket = validBucketName(params.bucket)
      const options = directWay(request, storage, session)
      const signing = presignUploads(storage, bucket, body.uploads.map(bodyOf), options)
      const { origin, query, paths } = await withStorageErrors({ action: 's3:PutObject', bucket }, signing)
      // One name must not prevent the others from being sent; the console refuses it by name.
      const isUsable = (name: string) => objectNameProblem(name) === undefined
      return { origin, query, paths: paths.map((path, at) => (isUsable(body.uploads[at]?.name ?? '') ? path : '')) }
    },
    { isIncompressible: true },
  )

  routes.withSession(confirmUploads, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const states: State[] = body.uploads.map(() => 'unknown')
    await inParallel(body.uploads.entries(), PARALLEL_HEADS, async ([at, upload]) => {
      states[at] = await stateOf(storage, bucket, upload)
    })
    return { states }
  })

  routes.withSession(signDownload, async ({ params, query, request, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    const options = directWay(request, storage, session)
    const version = query.version_id ? { versionId: query.version_id } : {}
    return { url: presignDownload(storage, bucket, query.prefix, { ...version, ...options }) }
  })

  routes.withSession(signDownloads, async ({ params, body, request, session, storage }) => {
    const bucket = validBucketName(params.bucket)
    const options = directWay(request, storage, session)
    const urls = body.names.map((name) =>
      objectNameProblem(name) === undefined ? presignDownload(storage, bucket, name, options) : '',
    )
    return { urls }
  })

  /** @throws AppError NoDirectWay */
  function directWay(request: FastifyRequest, storage: StorageClient, session: Session): PresignOptions {
    const { origin } = directWayOf(request, storage.endpoint, settings)
    if (origin === '') throw new AppError('NoDirectWay')
    return signedFor(origin, session)
  }

  function signedFor(origin: string, { keysEndAt }: Session): PresignOptions {
    const signedAt = now()
    const left = Math.floor((keysEndAt - signedAt) / 1000)
    const expiresInSeconds = Math.max(1, Math.min(DIRECT_URL_SECONDS, left))
    return { origin: new URL(origin), expiresInSeconds, now: new Date(signedAt) }
  }
}

type State = RouteResponse<typeof confirmUploads>['states'][number]

/** The region has to be known: the page has asked for the way to this bucket before. @throws StorageError for an unusable name */
export function presignDownload(
  storage: StorageClient,
  bucket: string,
  key: string,
  options: PresignObjectOptions,
): string {
  const response = { 'content-disposition': attachment(key), 'content-type': NEVER_SHOWN }
  return presignObject(storage, bucket, key, { ...options, response }).href
}

function bodyOf(upload: RouteBody<typeof signUploads>['uploads'][number]): PresignedBody {
  const part = 'upload_id' in upload ? { uploadId: upload.upload_id, partNumber: upload.part_number } : undefined
  return { key: upload.name, size: upload.size, headers: directHeaders(upload), part }
}

/** @throws AppError if the storage server doesn't respond */
async function stateOf(
  storage: StorageClient,
  bucket: string,
  { name, size, crc32c, etag }: RouteBody<typeof confirmUploads>['uploads'][number],
): Promise<State> {
  const heading = headObject(storage, bucket, name).catch((error: unknown) => {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    return error
  })
  const head = await withStorageErrors({ action: 's3:GetObject', bucket, key: name }, heading)
  if (head instanceof StorageError) return head.status === 404 ? 'missing' : 'unknown'
  const checksum = head[checksumHeader('crc32c')]
  const isSame = Number(head['content-length']) === size && (checksum ?? crc32c) === crc32c
  // A proxy may have responded with an ETag of its own; a checksum says more.
  if (isSame && (checksum !== undefined || etagOf(head) === etag)) return 'stored'
  return etagOf(head) === etag ? 'different' : 'replaced'
}
