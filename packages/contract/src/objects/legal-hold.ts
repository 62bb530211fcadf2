import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { OBJECT_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectQuery } from './object-params.ts'

/** A version under legal hold can't be deleted until the hold is removed, whatever its retention. */
export const setLegalHold = route('objects.setLegalHold', 'PUT /api/v1/buckets/:bucket/objects/legalhold', {
  audit: 'none',
  summary: 'Turns the legal hold of one version of an object on or off.',
  params: bucketParams,
  query: objectQuery,
  body: z.strictObject({ status: z.enum(['enabled', 'disabled']) }),
  errors: [...OBJECT_ERRORS, 'NoObjectLock'],
})
