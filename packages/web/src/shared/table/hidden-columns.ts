import { useSyncExternalStore } from 'react'

const KEY = 'cooperage.columns'

/** Ids of the hidden columns, by table. */
type HiddenColumns = Readonly<Record<string, readonly string[]>>

/** Parses the stored value; foreign values are ignored. */
export function parseHidden(text: string | null): HiddenColumns {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '{}')
  } catch {
    // Written by someone else.
    return {}
  }
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([table, ids]) =>
      Array.isArray(ids) ? [[table, ids.filter((id) => typeof id === 'string')]] : [],
    ),
  )
}

/** The visible columns: always the first, and others unless they are hidden. */
export function shownOf<T extends { id: string }>(columns: readonly T[], hidden: readonly string[]): readonly T[] {
  return hidden.length === 0 ? columns : columns.filter(({ id }, index) => index === 0 || !hidden.includes(id))
}

const NONE: readonly string[] = []
const listeners = new Set<() => void>()
let all: HiddenColumns | undefined

function read(): HiddenColumns {
  try {
    return parseHidden(localStorage.getItem(KEY))
  } catch {
    // Storage is disabled: show every column.
    return {}
  }
}

function hiddenIn(table: string): readonly string[] {
  all ??= read()
  return all[table] ?? NONE
}

export function setHidden(table: string, ids: readonly string[]): void {
  all = { ...(all ?? read()), [table]: ids }
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The hidden columns of a table; none for a table without an id. */
export function useHidden(table: string | undefined): readonly string[] {
  return useSyncExternalStore(subscribe, () => (table === undefined ? NONE : hiddenIn(table)))
}
