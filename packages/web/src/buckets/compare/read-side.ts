import { getObjectDetails, LIST_PAGE_LIMIT, listObjects, type RouteResponse } from '@cooperage/contract'
import { basePath } from '../../navigation/base-path.ts'
import { serverBase } from '../../navigation/server-paths.ts'
import { callAt } from '../../shared/api/call.ts'
import type { Listed } from './compare-listings.ts'

/** A bucket, or a folder of it, of this server (`server` is '') or of another one. */
export interface Place {
  server: string
  bucket: string
  /** '' for the whole bucket, otherwise it ends with a slash. */
  prefix: string
}

type Page = RouteResponse<typeof listObjects>

const baseOf = ({ server }: Place) => (server === '' ? basePath() : serverBase(server))

/** All objects of a place, in the visitor's session there. The next page is requested while one is compared. */
export async function* pagesOf(place: Place, signal: AbortSignal): AsyncGenerator<readonly Listed[]> {
  const { bucket, prefix } = place
  const read = async (from: { after: string; continuation?: string }): Promise<Page> => {
    const query = { prefix, recursive: true, limit: LIST_PAGE_LIMIT, ...from }
    return await callAt(baseOf(place), listObjects, { params: { bucket }, query }, signal)
  }
  let reading: Promise<Page> | undefined = read({ after: '' })
  while (reading !== undefined) {
    const { objects, next, continuation }: Page = await reading
    reading =
      next === undefined ? undefined : read({ after: next, ...(continuation !== undefined && { continuation }) })
    // A failure surfaces above, unless the caller stops before it.
    reading?.catch(() => {})
    yield objects.map(({ name, size, etag }) => ({ name: name.slice(prefix.length), size, etag }))
  }
}

export async function detailsAt(place: Place, name: string, signal: AbortSignal) {
  const input = { params: { bucket: place.bucket }, query: { prefix: place.prefix + name } }
  return await callAt(baseOf(place), getObjectDetails, input, signal)
}
