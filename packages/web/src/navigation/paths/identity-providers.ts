import { queryText } from '../address.ts'

/** `tab`: '' for OpenID, `ldap`, `policies`. */
export const identityProvidersPath = (tab = '') => `/identity-providers${queryText({ tab })}`
