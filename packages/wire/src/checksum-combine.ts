/**
 * Computes checksums of a whole from those of its parts, without its bytes: CRCs of the whole (`FULL_OBJECT`), and the checksum
 * of checksums that S3 calls `COMPOSITE` ("Checking object integrity" in the S3 user guide).
 */
import { CHECKSUM_BYTES, type ChecksumAlgorithm, createChecksum } from './checksum.ts'

/** The polynomials, reflected; other algorithms can't be combined. */
const POLYNOMIALS: Partial<Record<ChecksumAlgorithm, bigint>> = {
  crc32: 0xedb88320n,
  crc32c: 0x82f63b78n,
  crc64nvme: 0x9a6c9329ac4bc9b5n,
}

/** Whether parts and whole can have a checksum `FULL_OBJECT`. */
export function isCombinable(algorithm: ChecksumAlgorithm): boolean {
  return POLYNOMIALS[algorithm] !== undefined
}

/**
 * The CRC of consecutive pieces, from the CRC (in base64) and length of each.
 * @throws RangeError for an algorithm that isn't a CRC
 */
export function combineChecksums(
  algorithm: ChecksumAlgorithm,
  pieces: readonly { checksum: string; size: number }[],
): string {
  const polynomial = POLYNOMIALS[algorithm]
  if (polynomial === undefined) throw new RangeError(`${algorithm} of a whole cannot be made from its parts`)
  const bits = CHECKSUM_BYTES[algorithm] * 8
  let whole = 0n
  for (const { checksum, size } of pieces) whole = appendZeros(whole, size, polynomial, bits) ^ fromBase64(checksum)
  return Buffer.from(whole.toString(16).padStart(bits / 4, '0'), 'hex').toString('base64')
}

/** The checksum over the checksums of the parts, with their count, as S3 writes it. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const checksum = createChecksum(algorithm)
  for (const part of parts) checksum.update(Buffer.from(part, 'base64'))
  return `${checksum.base64()}-${parts.length}`
}

function fromBase64(checksum: string): bigint {
  const hex = Buffer.from(checksum, 'base64').toString('hex')
  return BigInt(`0x${hex === '' ? '0' : hex}`)
}

/** A linear map of CRCs: the result for each bit. */
type BitMap = readonly bigint[]

/** The effect of this many zero bytes on a CRC: by squaring, in as many steps as the length has bits. */
function appendZeros(crc: bigint, bytes: number, polynomial: bigint, bits: number): bigint {
  if (crc === 0n) return crc
  let operator: BitMap = Array.from({ length: bits }, (_, bit) => (bit === 0 ? polynomial : 1n << BigInt(bit - 1)))
  for (let doubling = 0; doubling < 3; doubling++) operator = twice(operator)
  let result = crc
  for (let rest = BigInt(bytes); rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = apply(operator, result)
    operator = twice(operator)
  }
  return result
}

function apply(operator: BitMap, value: bigint): bigint {
  let result = 0n
  for (let bit = 0; value > 0n; bit++, value >>= 1n) {
    if ((value & 1n) === 1n) result ^= operator[bit] ?? 0n
  }
  return result
}

function twice(operator: BitMap): BitMap {
  return operator.map((column) => apply(operator, column))
}
