import type { ObjectVersion } from '@cooperage/contract'

/** A version with its v-number: the oldest is v1. Not known while older ones are still on their way. */
export interface NumberedVersion extends ObjectVersion {
  number: number | undefined
}

/** Numbers versions that come from the newest to the oldest. */
export function numbered(rows: readonly ObjectVersion[], hasMore: boolean): readonly NumberedVersion[] {
  return rows.map((row, index) => ({ ...row, number: hasMore ? undefined : rows.length - index }))
}
