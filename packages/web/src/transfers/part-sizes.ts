import { MAX_UPLOAD_PARTS } from '@cooperage/contract'

const MIB = 1024 * 1024

/** Files above this size are uploaded in parts; it is also the smallest size of a part. */
export const PARTS_ABOVE_BYTES = 16 * MIB

/** The part size of a file: whole MiB, so large that the file fits in 10,000 parts. */
export function partSizeOf(fileSize: number): number {
  const needed = Math.ceil(fileSize / MAX_UPLOAD_PARTS / MIB) * MIB
  return Math.max(PARTS_ABOVE_BYTES, needed)
}

export function partCountOf(fileSize: number, partSize: number): number {
  return Math.max(1, Math.ceil(fileSize / partSize))
}

/** The bytes of a part, from 1. */
export function partRange(fileSize: number, partSize: number, partNumber: number): { start: number; end: number } {
  const start = (partNumber - 1) * partSize
  return { start, end: Math.min(fileSize, start + partSize) }
}
