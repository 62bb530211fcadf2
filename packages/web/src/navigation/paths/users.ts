import { decodeSegment, encodeSegment, queryText, unlessMalformed } from '../address.ts'

const USERS = '/users'

export const usersPath = () => USERS

/** `tab`: '' for the first. In the query, since a name may have slashes. */
export const userPath = (accessKey: string, tab = '') => `${USERS}/${encodeSegment(accessKey)}${queryText({ tab })}`

/** The access key in a path as {@link userPath} makes it; unencoded slashes in a hand-written path are part of it. */
export function parseUserPath(path: string): string | undefined {
  const name = path.startsWith(`${USERS}/`) ? path.slice(USERS.length + 1) : ''
  return name === '' ? undefined : unlessMalformed(() => decodeSegment(name))
}
