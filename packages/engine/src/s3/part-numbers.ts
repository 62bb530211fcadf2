import { MAX_PARTS } from '@cooperage/wire'
import { s3Error } from './errors.ts'

/**
 * The number of a part that is sent. The two refusals are MinIO's: what is no part number at all cannot be found, one too
 * great is out of bounds.
 * @throws WireError InvalidPart, InvalidArgument
 */
export function parsePartNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw s3Error('InvalidPart')
  const partNumber = Number(text)
  if (partNumber > MAX_PARTS) {
    throw s3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  return partNumber
}
