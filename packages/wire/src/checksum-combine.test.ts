import { describe, expect, test } from 'vitest'
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, createChecksum } from './checksum.ts'
import { combineChecksums, compositeChecksum, isCombinable } from './checksum-combine.ts'

function checksumOf(algorithm: ChecksumAlgorithm, bytes: Uint8Array): string {
  const checksum = createChecksum(algorithm)
  checksum.update(bytes)
  return checksum.base64()
}

describe('a checksum of the whole', () => {
  const whole = Buffer.from(Array.from({ length: 100_003 }, (_, at) => (at * 31 + (at >> 7)) & 0xff))

  test.each(CHECKSUM_ALGORITHMS.filter(isCombinable))('is combined from those of its parts: %s', (algorithm) => {
    for (const cuts of [
      [0, 100_003],
      [0, 1, 100_003],
      [0, 65_536, 65_536, 70_001, 100_003],
    ]) {
      const pieces = cuts.slice(1).map((end, at) => {
        const bytes = whole.subarray(cuts[at], end)
        return { checksum: checksumOf(algorithm, bytes), size: bytes.length }
      })
      expect(combineChecksums(algorithm, pieces)).toBe(checksumOf(algorithm, whole))
    }
  })

  test('cannot be combined from digests', () => {
    expect(CHECKSUM_ALGORITHMS.filter((algorithm) => !isCombinable(algorithm))).toEqual(['sha1', 'sha256'])
    expect(() => combineChecksums('sha1', [])).toThrow(RangeError)
  })
})

/** Values that MinIO returned for an upload of 5 MiB of `a` and the four bytes `tail`. */
test('equals MinIO’s for two parts', () => {
  const sizes = [5_242_880, 4]
  const pieces = (checksums: string[]) => checksums.map((checksum, at) => ({ checksum, size: sizes[at] ?? 0 }))
  expect(combineChecksums('crc32', pieces(['r/zBbw==', 'fDe0XQ==']))).toBe('cX+/tw==')
  expect(combineChecksums('crc64nvme', pieces(['PbvLEkWUSgg=', 'sAra2CkCEgw=']))).toBe('b4bnuwQ4s4A=')
  const digests = ['oplo+tLngqqfIECjXwWtuX7Yl56x9XLIyOp4Y34nXzw=', 'DGL4du8d6oMN6fMsL0tG3W101Q0ViW4J71ovzUrH4dc=']
  expect(compositeChecksum('sha256', digests)).toBe('02fcpk5/QKJNsvzEdkeBlFeIWeYNwKJOAWPjbe9fHIs=-2')
})
