import type { EventType } from '@cooperage/contract'

/** The group of storage events for each type. */
const FAMILIES: Record<EventType, string> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
}
const TYPES = new Map(Object.entries(FAMILIES).map(([type, family]) => [family, type]))

/** `s3:ObjectCreated:*` for `put`; other event names are unchanged. */
export function eventName(type: string): string {
  return Object.hasOwn(FAMILIES, type) ? FAMILIES[type as EventType] : type
}

/** `put` for `s3:ObjectCreated:*` only: a single event keeps its name. */
export function eventTypeOf(name: string): string {
  return TYPES.get(name) ?? name
}
