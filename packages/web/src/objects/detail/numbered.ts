import type { ObjectVersion } from '@cooperage/contract'

/** A version with its number: the oldest is v1. Unknown until all older ones are loaded. */
export interface NumberedVersion extends ObjectVersion {
  number: number | undefined
}

/** Numbers versions, given from the newest to the oldest. */
export function numbered(rows: readonly ObjectVersion[], hasMore: boolean): readonly NumberedVersion[] {
  return rows.map((row, index) => ({ ...row, number: hasMore ? undefined : rows.length - index }))
}
