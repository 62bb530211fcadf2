/** A console with a scripted storage server, for faults at one exact point. */
import type { ServerResponse } from 'node:http'
import { writeListObjectsV2 } from '@cooperage/wire'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import type { Visitor } from '../visitor.ts'

/** The response to a request; null closes the connection, undefined never responds. */
export type Script = (
  request: { method: string; query: URLSearchParams; path: string },
  response: ServerResponse,
) => string | null | undefined

/** A visitor of a console with a scripted storage server. */
export async function visitorOf(script: Script): Promise<Visitor> {
  const reply = (response: ServerResponse, text: string | null | undefined) => {
    if (text === null) response.destroy()
    else if (text !== undefined) response.end(text)
  }
  const storage = await scriptedStorage((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://storage')
    if (path.includes('accountinfo')) {
      reply(response, accountDocument({ Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] }))
    } else if (path === '/') reply(response, stsKeys())
    else reply(response, script({ method: request.method ?? '', query, path }, response))
  })
  return await aliceAt(storage)
}

/** A page of objects. */
export function listed(keys: readonly string[], isTruncated = true, nextContinuationToken = 'next'): string {
  return writeListObjectsV2({
    bucket: 'photos',
    prefix: 'f/',
    maxKeys: 1000,
    isTruncated,
    ...(isTruncated && { nextContinuationToken }),
    objects: keys.map((key) => ({ key, size: 1, etag: 'e', lastModified: 1_700_000_000_000 })),
    commonPrefixes: [],
  })
}
