import { MAX_PARTS } from '@cooperage/wire'
import { s3Error } from './errors.ts'

/** The part number of an upload. @throws WireError InvalidArgument */
export function parsePartNumber(text: string): number {
  const partNumber = Number(text)
  if (!/^[1-9]\d*$/.test(text) || partNumber > MAX_PARTS) {
    throw s3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  return partNumber
}
