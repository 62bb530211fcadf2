import { queryText } from '../address.ts'

/** `tab`: '' for the access keys, `temporary`. */
export const accessKeysPath = (tab = '') => `/access-keys${queryText({ tab })}`
