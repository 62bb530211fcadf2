import * as z from 'zod/mini'
import { route } from '../route.ts'
import { userName } from '../users/index.ts'

/** Maximum number of users per call. */
export const LAST_SEEN_LIMIT = 50

/** For the visible rows of a list. Needs `admin:ConsoleLog`, as searching the audit log does. */
export const findLastSeen = route('logs.lastSeen', 'POST /api/v1/logs/last-seen', {
  audit: 'none',
  summary: 'Returns when several users made their last request that the audit log has, with any of their keys.',
  body: z.strictObject({ users: z.array(userName).check(z.maxLength(LAST_SEEN_LIMIT)) }),
  response: z.object({
    /** ISO 8601; '' for a user without a request in the audit log. */
    users: z.array(z.object({ name: z.string(), time: z.string() })),
    /** Time of the oldest entry, ISO 8601; '' without entries. */
    since: z.string(),
  }),
  status: 200,
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})
