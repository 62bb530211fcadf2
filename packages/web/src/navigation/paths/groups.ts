import { decodeSegment, encodeSegment, queryText, unlessMalformed } from '../address.ts'

const GROUPS = '/groups'

export const groupsPath = () => GROUPS

/** `tab`: '' for the first. In the query, since a name may have slashes. */
export const groupPath = (name: string, tab = '') => `${GROUPS}/${encodeSegment(name)}${queryText({ tab })}`

/** The name in a path as {@link groupPath} makes it; unencoded slashes in a hand-written path are part of it. */
export function parseGroupPath(path: string): string | undefined {
  const name = path.startsWith(`${GROUPS}/`) ? path.slice(GROUPS.length + 1) : ''
  return name === '' ? undefined : unlessMalformed(() => decodeSegment(name))
}
