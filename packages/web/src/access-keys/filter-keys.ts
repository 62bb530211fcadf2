import type { OwnedKey } from '@cooperage/contract'
import { expiryState } from './expiry.ts'

/** A key of the list of all keys, with what its owner's list adds; undefined until that is read. */
export interface KeyRow extends OwnedKey {
  name: string | undefined
  description: string | undefined
  enabled: boolean | undefined
}

export const EXPIRY_FILTERS = ['', 'never', 'soon', 'expired'] as const
export const STATUS_FILTERS = ['', 'enabled', 'disabled'] as const

export interface KeyFilter {
  expiry: (typeof EXPIRY_FILTERS)[number]
  status: (typeof STATUS_FILTERS)[number]
}

export const NO_FILTER: KeyFilter = { expiry: '', status: '' }

/** By what the list of all keys has. */
export function filterOwned(keys: readonly OwnedKey[], filter: KeyFilter, now: number): readonly OwnedKey[] {
  return filter.expiry === '' ? keys : keys.filter(({ expiry }) => expiryState(expiry, now) === filter.expiry)
}

/** By the rest. Keys whose status isn't known aren't left out, since they may match. */
export function filterRows(rows: readonly KeyRow[], { status }: KeyFilter): readonly KeyRow[] {
  const isEnabled = status === 'enabled'
  return status === '' ? rows : rows.filter(({ enabled }) => enabled === undefined || enabled === isEnabled)
}

/** Keys of owners that match the search, or all: the owners whose lists are worth reading. */
export function ownersOf(keys: readonly OwnedKey[], search: string): string[] {
  const wanted = search.toLowerCase()
  const matching = keys.filter(({ accessKey, owner }) =>
    [accessKey, owner].some((text) => text.toLowerCase().includes(wanted)),
  )
  // A name that is not read yet can match as well, so the others follow.
  return [...new Set([...matching, ...keys].map(({ owner }) => owner))]
}
