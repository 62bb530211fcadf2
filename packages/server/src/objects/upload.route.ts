import { AppError, uploadObjects } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { type FormPart, formBoundary, formParts } from '../shared/form-parts.ts'
import { whileReceiving } from '../shared/incoming-body.ts'
import { affectsAllObjects, withStorageErrors } from '../shared/storage-errors.ts'
import { ByteBudget } from './byte-budget.ts'
import { HELD_BYTES, type StoredObject, storePart } from './store-part.ts'
import { usableKey } from './usable-key.ts'

/** Shared by all uploads: four at a time at the maximum size, the others wait. */
const BUDGET_BYTES = 4 * HELD_BYTES

export function uploadRoute({ routes, services: { uploads } }: Registry): void {
  const budget = new ByteBudget(BUDGET_BYTES)

  routes.withSession(
    uploadObjects,
    async ({ params, query, request, reply, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      const boundary = formBoundary(request.headers['content-type'])
      const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
      const stored: StoredObject[] = []
      const refused: RefusedFile[] = []
      await whileReceiving({ reply, storage, signal }, uploads, async (client) => {
        for await (const part of formParts(request.raw, boundary, (head) => announcedSize(head, length))) {
          const name = objectName(part)
          if (name === undefined) continue
          try {
            const key = usableKey(query.prefix + name)
            const incoming = { ...part, bucket, key, content: leavingTheRest(part.content) }
            const storing = storePart(client, incoming, budget, client.signal)
            stored.push(await withStorageErrors({ action: 's3:PutObject', bucket, key }, storing))
          } catch (error) {
            const largestRest = part.size ?? length - part.offset
            if (!isOfOneFile(error) || largestRest > HELD_BYTES) throw error
            refused.push({ name: query.prefix + name, error })
          }
        }
      })
      throwRefused(stored, refused)
      return { stored }
    },
    { isLong: true },
  )
}

interface RefusedFile {
  name: string
  error: AppError
}

/** Whether the next file of the form may be stored nevertheless. */
function isOfOneFile(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  if (error.code === 'InvalidObjectName') return true
  const isResponse = error.cause instanceof StorageError && error.cause.kind === 'refused'
  // A server that is too busy for one request may accept the next.
  return isResponse && (error.code === 'StorageTimeout' || !affectsAllObjects(error))
}

/** Whoever stops reading the content leaves the rest to be skipped. */
function leavingTheRest<T>(content: AsyncIterable<T>): AsyncIterable<T> {
  const pieces = content[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
}

/** @throws AppError if a file was refused */
function throwRefused(stored: readonly StoredObject[], refused: readonly RefusedFile[]): void {
  const [first] = refused
  if (first === undefined) return
  const failed = refused.map(({ name, error: { status, code, message } }) => ({ name, status, code, message }))
  const { code, details, cause, detail, detailedMessage } = first.error
  throw new AppError(code, details, { cause, detailedMessage: detail ?? detailedMessage, refusal: { stored, failed } })
}

/**
 * The object's name below the prefix. The field name is the decimal size of the file (then the file name is the name), or the
 * name itself, including folders that a browser's file name has lost. Fields that aren't files are ignored.
 */
function objectName({ name, fileName }: Pick<FormPart, 'name' | 'fileName'>): string | undefined {
  if (fileName === undefined || fileName === '') return undefined
  return name.endsWith(`/${fileName}`) ? name : fileName
}

/**
 * The size that the field name announces, unless the file's own name is a number.
 * @throws AppError UploadIncomplete for a size that doesn't fit into the rest of the request
 */
function announcedSize(part: Pick<FormPart, 'name' | 'fileName' | 'offset'>, length: number): number | undefined {
  const name = objectName(part)
  if (name === undefined || part.name === name || !/^\d{1,15}$/.test(part.name)) return undefined
  const size = Number(part.name)
  if (part.offset + size > length) throw new AppError('UploadIncomplete')
  return size
}
