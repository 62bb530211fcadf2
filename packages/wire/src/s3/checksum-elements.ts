/** Checksums as elements (`ChecksumCRC32`, …) of documents for uploads and objects. */
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../checksum.ts'
import { type Field, leaf } from '../xml/fields.ts'
import type { XmlElement } from '../xml/reader.ts'
import { optionalElement } from '../xml/writer.ts'

/** In base64; composite checksums of multipart objects have `-` and the number of parts appended. */
export type Checksums = Partial<Record<ChecksumAlgorithm, string>>

const CHECKSUM_TYPES = ['FULL_OBJECT', 'COMPOSITE'] as const
export type ChecksumType = (typeof CHECKSUM_TYPES)[number]

/** An element for each checksum. */
export const CHECKSUMS: Field<Checksums | undefined> = { name: 'Checksum', read: readChecksums, write: writeChecksums }

function writeChecksums(checksums: Checksums | undefined): string {
  if (checksums === undefined) return ''
  return CHECKSUM_ALGORITHMS.map((algorithm) => optionalElement(elementName(algorithm), checksums[algorithm])).join('')
}

const ALGORITHM_OF: ReadonlyMap<string, ChecksumAlgorithm> = new Map(
  CHECKSUM_ALGORITHMS.map((algorithm) => [elementName(algorithm), algorithm]),
)

/** Undefined if there is none. */
function readChecksums({ children }: XmlElement): Checksums | undefined {
  let found: Checksums | undefined
  for (const { name, text } of children) {
    const algorithm = ALGORITHM_OF.get(name)
    const value = text.trim()
    if (algorithm !== undefined && value !== '') found = { [algorithm]: value, ...found }
  }
  return found
}

/** The name of a checksum element with an unknown algorithm. */
export function unknownChecksum({ children }: XmlElement): string | undefined {
  return children.find(({ name }) => name.startsWith('Checksum') && !ALGORITHM_OF.has(name))?.name
}

/** As in headers and documents: `CRC32C`; undefined for one that S3 doesn't support. Case-insensitive. */
export function parseChecksumAlgorithm(text: string): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === text.toLowerCase())
}

/** Whether checksums are of whole objects. */
export const CHECKSUM_TYPE: Field<ChecksumType | undefined> = leaf('ChecksumType', (text = '') =>
  parseChecksumType(text),
)

export function parseChecksumType(text: string): ChecksumType | undefined {
  return CHECKSUM_TYPES.find((type) => type === text)
}

function elementName(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm.toUpperCase()}`
}
