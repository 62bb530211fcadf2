import { compareText } from '@cooperage/wire'
import type { IamTables } from './tables.ts'

type Key = { readonly accessKey: string; readonly parent: string; readonly expiresAt: number }

/** Indexes temporary credentials by account and by expiry, so that no operation scans them all. */
export class SessionIndex {
  readonly #keys = new Map<string, Key>()
  readonly #ofParent = new Map<string, Set<string>>()
  /** Sorted by `compare`. */
  #byExpiry: Key[]

  /** Keeps the index in step with `tables`. */
  constructor(tables: IamTables) {
    for (const record of tables.all('sts').values()) this.#register(record)
    this.#byExpiry = [...this.#keys.values()].sort(compare)
    tables.onChange((changes) => {
      for (const change of changes) {
        if (change.space !== 'sts') continue
        this.#remove(change.id)
        if (change.value !== undefined) this.#add(change.value)
      }
    })
  }

  /** Access keys of an account's credentials, including expired ones. */
  ofParent(parent: string): ReadonlySet<string> {
    return this.#ofParent.get(parent) ?? new Set()
  }

  /** Access keys of at most `limit` expired credentials, oldest first. */
  expired(now: number, limit: number): string[] {
    const found: string[] = []
    for (const { accessKey, expiresAt } of this.#byExpiry) {
      if (expiresAt > now || found.length === limit) break
      found.push(accessKey)
    }
    return found
  }

  #register({ accessKey, parent, expiresAt }: Key): Key {
    const key = { accessKey, parent, expiresAt }
    this.#keys.set(accessKey, key)
    const siblings = this.#ofParent.get(parent)
    if (siblings === undefined) this.#ofParent.set(parent, new Set([accessKey]))
    else siblings.add(accessKey)
    return key
  }

  #add(record: Key): void {
    const key = this.#register(record)
    this.#byExpiry.splice(this.#positionOf(key), 0, key)
  }

  #remove(accessKey: string): void {
    const key = this.#keys.get(accessKey)
    if (key === undefined) return
    this.#keys.delete(accessKey)
    const siblings = this.#ofParent.get(key.parent)
    siblings?.delete(accessKey)
    if (siblings?.size === 0) this.#ofParent.delete(key.parent)
    this.#byExpiry.splice(this.#positionOf(key), 1)
  }

  /** The index of a key in `#byExpiry`, or the index at which to insert it. */
  #positionOf(key: Key): number {
    let [from, to] = [0, this.#byExpiry.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      const other = this.#byExpiry[middle]
      if (other !== undefined && compare(other, key) < 0) from = middle + 1
      else to = middle
    }
    return from
  }
}

function compare(one: Key, other: Key): number {
  return one.expiresAt - other.expiresAt || compareText(one.accessKey, other.accessKey)
}
