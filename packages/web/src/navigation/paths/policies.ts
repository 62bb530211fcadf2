import { decodeSegment, encodeSegment, queryText, type SimulatorQuery, unlessMalformed } from '../address.ts'

const POLICIES = '/policies'

/** `tab`: '' for the list, `why`, `exposure`. */
export const policiesPath = (tab = '') => `${POLICIES}${queryText({ tab })}`

/** The simulator with a request in its form; `principal` is a kind of account. */
export const simulatorPath = (request: Record<SimulatorQuery, string>) =>
  `${POLICIES}${queryText({ tab: 'simulator', ...request })}`

/** `tab`: '' for the details, `users`, `groups`, `why`. In the query, since a name may have slashes. */
export const policyPath = (name: string, tab = '') => `${POLICIES}/${encodeSegment(name)}${queryText({ tab })}`

/** The name in a path from {@link policyPath}; unencoded slashes in a hand-written path are part of it. */
export function parsePolicyPath(path: string): string | undefined {
  const name = path.startsWith(`${POLICIES}/`) ? path.slice(POLICIES.length + 1) : ''
  return name === '' ? undefined : unlessMalformed(() => decodeSegment(name))
}
