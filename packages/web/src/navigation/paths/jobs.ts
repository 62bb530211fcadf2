import { queryText } from '../address.ts'

/** `tab`: '' for the user's own jobs, `all`. */
export const jobsPath = (tab = '') => `/jobs${queryText({ tab })}`
