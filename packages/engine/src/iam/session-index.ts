import type { IamTables } from './tables.ts'

type Key = { readonly accessKey: string; readonly parent: string; readonly expiresAt: number }

/** Temporary credentials by their account and in the order in which they expire, so that nobody has to look at all. */
export class SessionIndex {
  readonly #keys = new Map<string, Key>()
  readonly #ofParent = new Map<string, Set<string>>()
  /** In the order of `compare`. */
  #byEnd: Key[]

  /** Follows what `tables` keeps. */
  constructor(tables: IamTables) {
    for (const record of tables.all('sts').values()) this.#register(record)
    this.#byEnd = [...this.#keys.values()].sort(compare)
    tables.onChange((changes) => {
      for (const change of changes) {
        if (change.space !== 'sts') continue
        this.#remove(change.id)
        if (change.value !== undefined) this.#add(change.value)
      }
    })
  }

  /** Access keys of an account's credentials, those that have expired included. */
  ofParent(parent: string): ReadonlySet<string> {
    return this.#ofParent.get(parent) ?? new Set()
  }

  /** Access keys of credentials that have expired, at most `most`, the oldest first. */
  expired(now: number, most: number): string[] {
    const found: string[] = []
    for (const { accessKey, expiresAt } of this.#byEnd) {
      if (expiresAt > now || found.length === most) break
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
    this.#byEnd.splice(this.#place(key), 0, key)
  }

  #remove(accessKey: string): void {
    const key = this.#keys.get(accessKey)
    if (key === undefined) return
    this.#keys.delete(accessKey)
    const siblings = this.#ofParent.get(key.parent)
    siblings?.delete(accessKey)
    if (siblings?.size === 0) this.#ofParent.delete(key.parent)
    this.#byEnd.splice(this.#place(key), 1)
  }

  /** Where a key is in `#byEnd`, or belongs. */
  #place(key: Key): number {
    let [from, to] = [0, this.#byEnd.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      const other = this.#byEnd[middle]
      if (other !== undefined && compare(other, key) < 0) from = middle + 1
      else to = middle
    }
    return from
  }
}

function compare(one: Key, other: Key): number {
  return (
    one.expiresAt - other.expiresAt || (one.accessKey < other.accessKey ? -1 : one.accessKey > other.accessKey ? 1 : 0)
  )
}
