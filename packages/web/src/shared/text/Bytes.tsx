import { formatBytes } from '@cooperage/contract'
import { exactBytes } from './numbers.ts'

/** A size in binary units, with the exact number of bytes on hover. */
export function Bytes({ bytes }: { bytes: number }) {
  return <bdi title={exactBytes(bytes)}>{formatBytes(bytes)}</bdi>
}
