import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Also true if the storage server doesn't report it to this account. */
export const getReplicationOffer = route('buckets.replicationOffer', 'GET /api/v1/replication-offer', {
  summary: 'Returns whether the storage server supports bucket replication.',
  response: z.object({ offered: z.boolean() }),
})
