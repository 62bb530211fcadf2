import { type BucketBefore, formatBytes } from '@cooperage/contract'
import type { BucketRow } from '../bucket-rows.ts'

/** How much a bucket has grown since; undefined if it wasn't counted then, or isn't now. */
export function grownBy(
  { name, figures }: BucketRow,
  before: ReadonlyMap<string, BucketBefore>,
): { bytes: number; objects: number; since: string } | undefined {
  const then = before.get(name)
  if (figures === undefined || then === undefined) return undefined
  return { bytes: figures.size - then.size, objects: figures.objects - then.objects, since: then.time }
}

/** With a sign: `+1.5 GiB`, `−20 MiB`, `0 B`. */
export function signedBytes(bytes: number): string {
  return `${signOf(bytes)}${formatBytes(Math.abs(bytes))}`
}

export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? '−' : ''
}
