import { MAX_PARTS } from '@cooperage/wire'
import { s3Error } from './errors.ts'

/**
 * The part number of an upload. As in MinIO, the errors for an invalid number and for one above the maximum differ.
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
