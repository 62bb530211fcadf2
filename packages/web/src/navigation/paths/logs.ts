import { queryText } from '../address.ts'

/** `tab`: '' for the error log, `search`. */
export const logsPath = (tab = '') => `/logs${queryText({ tab })}`
