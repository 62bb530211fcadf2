import { isRecord, type Json } from '../objects.ts'

/** RFC 7396: null removes, objects are merged, everything else is replaced. */
export function mergePatch(target: unknown, patch: Json): Json {
  const merged: Json = isRecord(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else merged[name] = isRecord(value) ? mergePatch(merged[name], value) : value
  }
  return merged
}
