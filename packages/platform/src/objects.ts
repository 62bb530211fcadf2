/** Objects as JSON. The schema of the resource checks the fields. */
export interface Meta {
  name: string
  namespace?: string
  uid: string
  resourceVersion: string
  generation?: number
  creationTimestamp: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  ownerReferences?: Owner[]
}

export interface Owner {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

export interface Obj {
  apiVersion: string
  kind: string
  metadata: Meta
  [field: string]: unknown
}

export type Json = Record<string, unknown>

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The record at a path of fields; an empty one if there is none. */
export function recordAt(value: unknown, ...path: string[]): Json {
  let found = value
  for (const field of path) found = isRecord(found) ? found[field] : undefined
  return isRecord(found) ? found : {}
}

/** The list at a path of fields; an empty one if there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const last = path.at(-1)
  const found = last === undefined ? value : recordAt(value, ...path.slice(0, -1))[last]
  return Array.isArray(found) ? found : []
}

export function textAt(value: unknown, ...path: string[]): string | undefined {
  const last = path.at(-1)
  const found = last === undefined ? value : recordAt(value, ...path.slice(0, -1))[last]
  return typeof found === 'string' ? found : undefined
}

/** A time as Kubernetes writes it, in seconds. */
export function timestamp(ms = Date.now()): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
