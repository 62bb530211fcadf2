import { crc32c } from '@cooperage/wire/crc32c'

/** A record in the browser's storage; an empty one if storage is disabled or has something else. */
export function readStored(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Storage is disabled, or contains something else.
    return {}
  }
}

export function writeStored(key: string, record: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(key, JSON.stringify(record))
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so nothing is kept.
  }
}

/** Tells accounts apart in a record without naming them: root's name is half of root's credentials. */
export function accountMark(account: string): string {
  return crc32c(new TextEncoder().encode(account)).toString(16)
}
