/**
 * The checksums of S3 for object data ("Checking object integrity" in the S3 user guide): computed incrementally, as base64 of
 * the big-endian value, as in `x-amz-checksum-*` headers and trailers.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { crc32c } from './crc32c.ts'
import { createCrc64Nvme } from './crc64nvme.ts'

export const CHECKSUM_ALGORITHMS = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number]

/** A running checksum. `base64` ends it. */
export interface RunningChecksum {
  update(bytes: Uint8Array): void
  base64(): string
}

/** Bytes of the value before base64. */
export const CHECKSUM_BYTES: Record<ChecksumAlgorithm, number> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm}`
}

function createCrc32(): RunningChecksum {
  let value = 0
  return {
    update(bytes) {
      value = crc32(bytes, value)
    },
    base64() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

function createCrc32c(): RunningChecksum {
  let value = 0
  return {
    update(bytes) {
      value = crc32c(bytes, value)
    },
    base64() {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

export function createChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  switch (algorithm) {
    case 'crc32':
      return createCrc32()
    case 'crc32c':
      return createCrc32c()
    case 'crc64nvme':
      return createCrc64Nvme()
    case 'sha1':
    case 'sha256': {
      const hash = createHash(algorithm)
      return {
        update(bytes) {
          hash.update(bytes)
        },
        base64: () => hash.digest('base64'),
      }
    }
  }
}

/**
 * The one checksum that headers or form fields announce, as `read` returns them by name; undefined for none.
 * @throws the error from `invalid` for several, and for one of the wrong length
 */
export function announcedChecksum(
  read: (name: string) => string | undefined,
  invalid: () => Error,
): { algorithm: ChecksumAlgorithm; value: string } | undefined {
  const found = CHECKSUM_ALGORITHMS.flatMap((algorithm) => {
    const value = read(checksumHeader(algorithm))
    return value ? [{ algorithm, value }] : []
  })
  const [first] = found
  if (first === undefined) return undefined
  if (found.length > 1 || Buffer.from(first.value, 'base64').length !== CHECKSUM_BYTES[first.algorithm]) throw invalid()
  return first
}
