import { AppError, uploadObjects } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { type FormPart, formBoundary, formParts } from '../shared/form-parts.ts'
import { whileReceiving } from '../shared/incoming-body.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
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
      await whileReceiving({ reply, storage, signal }, uploads, async (client) => {
        for await (const part of formParts(request.raw, boundary, (head) => announcedSize(head, length))) {
          const name = objectName(part)
          if (name === undefined) continue
          const key = usableKey(query.prefix + name)
          const storing = storePart(client, { ...part, bucket, key }, budget, client.signal)
          stored.push(await withStorageErrors({ action: 's3:PutObject', bucket, key }, storing))
        }
      })
      return { stored }
    },
    { isLong: true },
  )
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
