import { namedPages, queryText, type SimulatorQuery } from '../address.ts'

const POLICIES = '/policies'

/** `tab`: '' for the list, `why`, `exposure`. */
export const policiesPath = (tab = '') => `${POLICIES}${queryText({ tab })}`

/** The simulator with a request in its form; `principal` is a kind of account. */
export const simulatorPath = (request: Record<SimulatorQuery, string>) =>
  `${POLICIES}${queryText({ tab: 'simulator', ...request })}`

/** `tab`: '' for the details, `users`, `groups`, `why`. */
export const { pathOf: policyPath, parse: parsePolicyPath } = namedPages(POLICIES)
