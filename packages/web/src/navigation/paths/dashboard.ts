import { queryText } from '../address.ts'

/** `page` is the dashboard itself, or the same without the menu. */
export const dashboardPath = (tab = '', page: '/dashboard' | '/metrics' = '/dashboard') =>
  `${page}${queryText({ tab })}`
