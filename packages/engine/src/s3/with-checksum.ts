import { type ChecksumAlgorithm, createChecksum } from '@cooperage/wire'

interface ChecksummedBody {
  body: AsyncIterable<Uint8Array>
  /** Available after the body has been read. */
  checksums(): Record<string, string>
}

/** Computes a checksum of the bytes while they are read. */
export function withChecksum(
  bytes: AsyncIterable<Uint8Array>,
  algorithm: ChecksumAlgorithm | undefined,
): ChecksummedBody {
  if (algorithm === undefined) return { body: bytes, checksums: () => ({}) }
  const checksum = createChecksum(algorithm)
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      checksum.update(chunk)
      yield chunk
    }
  }
  return { body: body(), checksums: () => ({ [algorithm]: checksum.base64() }) }
}
