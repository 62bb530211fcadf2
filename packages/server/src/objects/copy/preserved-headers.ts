import type { CopySource } from '@cooperage/storage-client'
import type { CopyTarget } from './copy-whole.ts'

const ENCRYPTION = 'x-amz-server-side-encryption'
const KEY_ID = 'x-amz-server-side-encryption-aws-kms-key-id'
const CLASS = 'x-amz-storage-class'

/**
 * What a copy loses unless it is requested. The storage class applies in every bucket, but the name of a tier, which replaces
 * it after a transition, isn't a class that can be requested. Encryption is kept only within the bucket; another bucket has
 * its own default.
 */
export function preservedHeaders(
  source: CopySource,
  head: Record<string, string>,
  { bucket }: CopyTarget,
): Record<string, string> {
  const isWithin = source.bucket === bucket
  return {
    ...(head[CLASS] === 'REDUCED_REDUNDANCY' && only(head, CLASS)),
    ...(isWithin && only(head, ENCRYPTION, KEY_ID)),
  }
}

function only(head: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(head).filter(([name]) => names.includes(name)))
}
