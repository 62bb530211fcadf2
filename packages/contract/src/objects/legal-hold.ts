import * as z from 'zod/mini'
import { bucketParams } from '../buckets/bucket-params.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/** A version on hold is kept until the hold is taken off, whatever its retention says. */
export const setLegalHold = route({
  id: 'objects.setLegalHold',
  method: 'PUT',
  administrative: false,
  path: '/api/v1/buckets/:bucket/objects/legalhold',
  summary: 'Turns the legal hold of one version of an object on or off.',
  params: bucketParams,
  query: objectQuery,
  body: z.strictObject({ status: z.enum(['enabled', 'disabled']) }),
  errors: [...OBJECT_ERRORS, 'NoObjectLock'],
})
