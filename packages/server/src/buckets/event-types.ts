import type { EventType } from '@cooperage/contract'

/** The family of the storage's events that each type stands for. */
const FAMILIES: Record<EventType, string> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
}
const TYPES = new Map(Object.entries(FAMILIES).map(([type, family]) => [family, type]))

/** `s3:ObjectCreated:*` for `put`; a name of the storage's is itself. */
export function eventName(type: string): string {
  return Object.hasOwn(FAMILIES, type) ? FAMILIES[type as EventType] : type
}

/** `put` for `s3:ObjectCreated:*`, and for nothing else: a single event is no family, and is told by its name. */
export function eventTypeOf(name: string): string {
  return TYPES.get(name) ?? name
}
