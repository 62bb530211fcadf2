import { expandEventName } from '@cooperage/wire'

/** Which events of which keys are meant. An empty prefix or suffix means every key. */
export interface EventFilter {
  /** Single names, none with a star. */
  names: ReadonlySet<string>
  prefix: string
  suffix: string
}

/** Names that do not exist are left out: whoever reads them from a client has refused them. */
export function eventFilter(names: readonly string[], prefix: string, suffix: string): EventFilter {
  return { names: new Set(names.flatMap((name) => expandEventName(name) ?? [])), prefix, suffix }
}

export function matchesFilter({ names, prefix, suffix }: EventFilter, name: string, key: string): boolean {
  return names.has(name) && key.startsWith(prefix) && key.endsWith(suffix)
}
