import * as z from 'zod/mini'
import { route } from '../route.ts'

/** True too where the storage server does not tell this account. */
export const getReplicationOffer = route({
  id: 'buckets.replicationOffer',
  method: 'GET',
  path: '/api/v1/replication-offer',
  summary: 'Returns whether the storage server supports bucket replication.',
  response: z.object({ offered: z.boolean() }),
})
