/**
 * Reads responses of the admin API. Servers of five years differ in what they send, and empty values are omitted or null: an
 * absent number is zero, an absent list is empty.
 */
export type JsonObject = Record<string, unknown>

export function objectField(value: unknown, name?: string): JsonObject {
  const field = name === undefined ? value : objectField(value)[name]
  return typeof field === 'object' && field !== null && !Array.isArray(field) ? (field as JsonObject) : {}
}

export function listField(value: JsonObject, name: string): unknown[] {
  const field = value[name]
  return Array.isArray(field) ? field : []
}

export function textField(value: JsonObject, name: string): string {
  const field = value[name]
  return typeof field === 'string' ? field : ''
}

export function numberField(value: JsonObject, name: string): number {
  const field = value[name]
  // 1e999 is Infinity.
  return Number.isFinite(field) ? (field as number) : 0
}
