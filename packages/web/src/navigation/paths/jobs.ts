import { queryText } from '../address.ts'

/** `tab`: '' for one's own jobs, `all`. */
export const jobsPath = (tab = '') => `/jobs${queryText({ tab })}`
