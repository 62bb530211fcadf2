import type { CopySource } from '@cooperage/storage-client'
import type { CopyTarget } from './copy-whole.ts'

const ENCRYPTION = 'x-amz-server-side-encryption'
const KEY_ID = 'x-amz-server-side-encryption-aws-kms-key-id'
const CLASS = 'x-amz-storage-class'

/**
 * What a copy loses unless it is asked for. The storage class goes everywhere, but a tier's name, which stands in its place
 * once a rule has moved the object, is no class that can be asked for. Encryption stays within the bucket; another one has
 * a rule of its own.
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
