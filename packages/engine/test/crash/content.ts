import { createHash } from 'node:crypto'
import type { Body } from '../../src/store/store.ts'

/** Unique bytes of a write: a number, repeated. */
export function contentOf(id: number, size: number): Buffer {
  return size === 0 ? Buffer.alloc(0) : Buffer.alloc(size, `<${id}>`)
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The ETag that the store must return for a part with these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

export class ClientLeft extends Error {}

/** A body whose client disconnects before its end. */
export async function* breakingOff(body: Body): Body {
  for await (const chunk of body) {
    yield chunk
    throw new ClientLeft('The client left.')
  }
  throw new ClientLeft('The client left.')
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}
