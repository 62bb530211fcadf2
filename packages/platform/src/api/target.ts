/** The resource or object that the path of a request names. */
import { DEFINITIONS, type ResourceType } from '../resources.ts'

export interface Target {
  type: ResourceType
  namespace: string | undefined
  name: string | undefined
  subresource: string | undefined
}

/** Reads `/api/v1/namespaces/{ns}/pods/{name}/log` and similar paths; undefined if there is no such resource. */
export function readTarget(types: readonly ResourceType[], path: string): Target | undefined {
  const segments = path.split('/').slice(1)
  const isCore = segments[0] === 'api'
  if (!isCore && segments[0] !== 'apis') return undefined
  const group = isCore ? '' : segments[1]
  const [version, ...rest] = segments.slice(isCore ? 1 : 2).map(decode)
  const find = (plural: string | undefined) =>
    [...types, DEFINITIONS].find((type) => type.group === group && type.version === version && type.plural === plural)
  if (rest.includes('')) return undefined
  // `namespaces/{ns}/{plural}` against `namespaces/{name}/status`.
  const inner = rest[0] === 'namespaces' ? find(rest[2]) : undefined
  if (inner?.isNamespaced) return { type: inner, namespace: rest[1], name: rest[3], subresource: rest[4] }
  const type = find(rest[0])
  if (type === undefined || rest.length > 3 || (type.isNamespaced && rest.length > 1)) return undefined
  return { type, namespace: undefined, name: rest[1], subresource: rest[2] }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
