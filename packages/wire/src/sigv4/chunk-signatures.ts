/**
 * The chain of signatures over an aws-chunked body: each chunk signs the previous one, the first the signature of the
 * headers. Source: S3 API reference, "Transferring Payload in Multiple Chunks".
 */
import { EMPTY_SHA256, sha256Hex } from '../hash.ts'
import { scopeText, signature } from './canonical.ts'
import type { SigningSeed } from './sign.ts'

export interface ChunkSignatures {
  /** Signature of the next chunk from the hash of its bytes. */
  next(chunkSha256: string): string
  /** Signature of the trailer, each line terminated by a line feed. Only after the last, empty chunk. */
  trailer(lines: string): string
}

export function chunkSignatures(seed: SigningSeed): ChunkSignatures {
  const scope = scopeText(seed.scope)
  let previous = seed.signature
  return {
    next(chunkSha256) {
      const text = `AWS4-HMAC-SHA256-PAYLOAD\n${seed.timestamp}\n${scope}\n${previous}\n${EMPTY_SHA256}\n${chunkSha256}`
      previous = signature(seed.signingKey, text)
      return previous
    },
    trailer(lines) {
      const text = `AWS4-HMAC-SHA256-TRAILER\n${seed.timestamp}\n${scope}\n${previous}\n${sha256Hex(lines)}`
      return signature(seed.signingKey, text)
    },
  }
}
