import type { CopySource } from '@cooperage/storage-client'
import type { CopyTarget } from './copy-whole.ts'

const ENCRYPTION = 'x-amz-server-side-encryption'
const KEY_ID = 'x-amz-server-side-encryption-aws-kms-key-id'
const CLASS = 'x-amz-storage-class'
const HOLD = 'x-amz-object-lock-legal-hold'
const MODE = 'x-amz-object-lock-mode'
const UNTIL = 'x-amz-object-lock-retain-until-date'

/**
 * What a copy loses unless it is asked for. The storage class goes everywhere, but a tier's name, which stands in its place
 * once a rule has moved the object, is no class that can be asked for. Encryption stays within the bucket; another one has
 * a rule of its own. The new version that a change of metadata makes is kept as long as the one before.
 */
export function carriedHeaders(
  source: CopySource,
  head: Record<string, string>,
  { bucket, key, metadata }: CopyTarget,
): Record<string, string> {
  const isWithin = source.bucket === bucket
  const isOntoItself = isWithin && source.key === key
  return {
    ...(head[CLASS] === 'REDUCED_REDUNDANCY' && only(head, CLASS)),
    ...(isWithin && only(head, ENCRYPTION, KEY_ID)),
    ...(isOntoItself &&
      metadata && {
        ...(head[HOLD] === 'ON' && only(head, HOLD)),
        // A retention that is over keeps nothing, and no server takes it.
        ...(Date.parse(head[UNTIL] ?? '') > Date.now() && only(head, MODE, UNTIL)),
      }),
  }
}

function only(head: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(head).filter(([name]) => names.includes(name)))
}
