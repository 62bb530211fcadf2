import type { CustomFetchOptions } from 'openid-client'

/** A discovery document or a set of keys is a few KiB. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Like `fetch`, but rejects responses above 1 MiB, which would otherwise be held in memory. @throws Error */
export async function limitedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) throw new Error(`The response of ${new URL(url).host} is larger than 1 MiB`)
    chunks.push(chunk)
  }
  const type = response.headers.get('content-type')
  return new Response(length === 0 ? null : new Blob(chunks), {
    status: response.status,
    headers: {
      ...(type !== null && { 'content-type': type }),
      ...Object.fromEntries(
        ['www-authenticate', 'retry-after'].flatMap((name) => {
          const value = response.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      ),
    },
  })
}
