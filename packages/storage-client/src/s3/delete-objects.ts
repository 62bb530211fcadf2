import { createHash } from 'node:crypto'
import {
  type DeleteFailure,
  isXmlText,
  type ObjectToDelete,
  objectPath,
  parseDeleteResult,
  writeDeleteRequest,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { requestIdOf } from '../refusal.ts'
import { parsed, send } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { type DeleteOptions, deleteObject } from './delete-object.ts'
import { bypassHeader } from './of-version.ts'

export interface RefusedDeletion extends DeleteFailure {
  /** Of the request that the deletion was part of. */
  requestId: string
}

/** Deleting a thousand objects may touch a thousand files on every drive. */
const DELETION_TIMEOUT_MS = 60_000

/**
 * Deletes up to 1000 objects (S3's limit) in one request, and those whose keys XML can't represent one by one. Returns the
 * failures.
 * @throws StorageError when the request as a whole fails
 */
export async function deleteObjects(
  client: StorageClient,
  bucket: string,
  objects: readonly ObjectToDelete[],
  { bypassGovernance = false }: DeleteOptions = {},
): Promise<RefusedDeletion[]> {
  const failed: RefusedDeletion[] = []
  const inXml = objects.filter(({ key }) => isXmlText(key))
  if (inXml.length > 0) {
    const body = writeDeleteRequest({ objects: inXml, quiet: true })
    const response = await send(client, {
      method: 'POST',
      path: objectPath(bucket),
      query: { delete: '' },
      headers: { ...bypassHeader(bypassGovernance), 'content-md5': createHash('md5').update(body).digest('base64') },
      body,
      headersTimeoutMs: DELETION_TIMEOUT_MS,
    })
    const text = await readText(response, client.signal)
    const requestId = requestIdOf(response.headers)
    failed.push(...parsed(() => parseDeleteResult(text)).failed.map((one) => ({ ...one, requestId })))
  }
  for (const object of objects) {
    if (isXmlText(object.key)) continue
    try {
      await deleteObject(client, bucket, object.key, { ...object, bypassGovernance })
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
      failed.push({ ...object, code: error.code, message: error.message, requestId: error.requestId })
    }
  }
  return failed
}
