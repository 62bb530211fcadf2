import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Maximum number of objects of one call. */
export const DELETIONS_PAGE = 100

export const findDeletions = route('logs.deletions', 'POST /api/v1/logs/deletions', {
  audit: 'none',
  summary: 'Returns who deleted objects, as far as the audit log knows.',
  body: z.strictObject({
    bucket: z.string().check(z.maxLength(255)),
    objects: z
      .array(
        z.strictObject({ name: z.string().check(z.maxLength(1024)), deleted_at: z.iso.datetime({ offset: true }) }),
      )
      .check(z.minLength(1), z.maxLength(DELETIONS_PAGE)),
  }),
  response: z.object({
    /** Those that were found. `user` is '' for an anonymous request. */
    deletions: z.array(z.object({ name: z.string(), user: z.string(), remote_host: z.string() })),
  }),
  errors: ['NoAuditStore', 'AuditStoreUnavailable'],
})
export type FoundDeletion = z.infer<NonNullable<(typeof findDeletions)['response']>>['deletions'][number]
