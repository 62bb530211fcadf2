import { inspectData, type RouteBody } from '@cooperage/contract'
import { callForBytes } from '../shared/api/call.ts'
import { type Archive, readArchive } from './archive.ts'

/** Raw files of an object. @throws ApiError; NoArchive */
export async function requestArchive(body: RouteBody<typeof inspectData>, signal: AbortSignal): Promise<Archive> {
  return await readArchive(await callForBytes(inspectData, { body }, signal))
}
