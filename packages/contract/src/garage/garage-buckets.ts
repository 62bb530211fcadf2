import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { garageKeyName } from './garage-keys.ts'

/** What a key may do with a bucket: read objects, write them, and, as an owner, change the settings of the bucket. */
const rights = { read: z.boolean(), write: z.boolean(), owner: z.boolean() }
export type GarageRights = z.infer<z.ZodMiniObject<typeof rights>>

const documentName = z.string().check(z.maxLength(1024))

/** What visitors of a website see: `index` in each folder, `error` where there is no object, '' for Garage's own page. */
export const garageWebsite = z.strictObject({ index: documentName.check(z.minLength(1)), error: documentName })

export const getGarageBucket = route('garage.bucket', 'GET /api/v1/garage/buckets/:bucket', {
  summary: 'Returns the names, usage, website and keys of a bucket of Garage.',
  params: bucketParams,
  response: z.object({
    /** Its names, for everyone and for single keys. */
    aliases: z.array(z.string()),
    localAliases: z.array(z.object({ alias: z.string(), accessKey: z.string() })),
    objects: z.number(),
    /** Bytes. */
    size: z.number(),
    /** null: it has no website. */
    website: z.nullable(garageWebsite),
    keys: z.array(z.object({ accessKey: z.string(), name: z.string(), ...rights })),
  }),
  errors: BUCKET_ERRORS,
})

export const setGarageWebsite = route('garage.setWebsite', 'PUT /api/v1/garage/buckets/:bucket/website', {
  summary: 'Starts, changes or ends the website of a bucket of Garage.',
  params: bucketParams,
  body: z.strictObject({ website: z.nullable(garageWebsite) }),
  errors: BUCKET_ERRORS,
})

export const setGarageRights = route('garage.setRights', 'PUT /api/v1/garage/buckets/:bucket/keys/:accessKey', {
  summary: 'Sets what a key of Garage may do with a bucket.',
  params: z.extend(bucketParams, { accessKey: garageKeyName }),
  body: z.strictObject(rights),
  errors: [...BUCKET_ERRORS, 'NoSuchServiceAccount'],
})
