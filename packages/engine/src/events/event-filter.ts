import { expandEventName } from '@cooperage/wire'

/** Selects events by name and object key. An empty prefix or suffix matches every key. */
export interface EventFilter {
  /** Full event names, with wildcards expanded. */
  names: ReadonlySet<string>
  prefix: string
  suffix: string
}

/** Ignores unknown names, which the parsers of client input have already rejected. */
export function eventFilter(names: readonly string[], prefix: string, suffix: string): EventFilter {
  return { names: new Set(names.flatMap((name) => expandEventName(name) ?? [])), prefix, suffix }
}

export function matchesFilter({ names, prefix, suffix }: EventFilter, name: string, key: string): boolean {
  return names.has(name) && key.startsWith(prefix) && key.endsWith(suffix)
}
