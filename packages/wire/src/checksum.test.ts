import { expect, test } from 'vitest'
import { CHECKSUM_ALGORITHMS, createChecksum } from './checksum.ts'

/** The check values of the CRC catalogue for the nine ASCII digits, and the digests of the same. */
test.each([
  ['crc32', 'cbf43926'],
  ['crc32c', 'e3069283'],
  ['crc64nvme', 'ae8b14860a799888'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
] as const)('computes the check value of %s', (algorithm, hex) => {
  const checksum = createChecksum(algorithm)
  checksum.update(Buffer.from('123456789'))

  expect(Buffer.from(checksum.base64(), 'base64').toString('hex')).toBe(hex)
})

test.each(CHECKSUM_ALGORITHMS)('%s does not depend on how the bytes are split', (algorithm) => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 37) & 0xff))
  const whole = createChecksum(algorithm)
  whole.update(bytes)
  const cut = createChecksum(algorithm)
  for (let at = 0; at < bytes.length; at += 13) cut.update(bytes.subarray(at, at + 13))

  expect(cut.base64()).toBe(whole.base64())
})
