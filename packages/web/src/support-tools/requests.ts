import { inspectData, type RouteBody } from '@cooperage/contract'
import { callForBytes } from '../shared/api/call.ts'
import { type Archive, readArchive } from './archive.ts'

/** Raw files of an object. @throws ApiError; NoArchive; the abort reason if `signal` is aborted before all of it is read */
export async function requestArchive(body: RouteBody<typeof inspectData>, signal: AbortSignal): Promise<Archive> {
  const archive = await readArchive(await callForBytes(inspectData, { body }, signal))
  signal.throwIfAborted()
  return archive
}
