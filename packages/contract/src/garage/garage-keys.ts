import * as z from 'zod/mini'
import { route } from '../route.ts'

/** As Garage chooses them, or as they were imported. */
export const garageKeyName = z.string().check(z.regex(/^[\w-]{1,128}$/))

const listed = {
  accessKey: z.string(),
  /** '' for none. */
  name: z.string(),
  /** ISO 8601; '' for a key that never expires. */
  expiry: z.string(),
}
export const garageKey = z.object(listed)
export type GarageKey = z.infer<typeof garageKey>

export const listGarageKeys = route('garage.keys', 'GET /api/v1/garage/keys', {
  summary: 'Lists the access keys of Garage.',
  response: z.array(garageKey),
})

const keyParams = z.strictObject({ accessKey: garageKeyName })

export const getGarageKey = route('garage.key', 'GET /api/v1/garage/keys/:accessKey', {
  summary: 'Returns an access key of Garage and its rights on buckets, without its secret key.',
  params: keyParams,
  response: z.object({
    ...listed,
    /** Whether it can create buckets. */
    createsBuckets: z.boolean(),
    /** The buckets that it may use, with their names. */
    buckets: z.array(
      z.object({ aliases: z.array(z.string()), read: z.boolean(), write: z.boolean(), owner: z.boolean() }),
    ),
  }),
  errors: ['NoSuchServiceAccount'],
})

const settings = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  /** ISO 8601; '' for a key that never expires. */
  expiry: z.union([z.literal(''), z.iso.datetime({ offset: true })]),
  createsBuckets: z.boolean(),
})
export type GarageKeySettings = z.infer<typeof settings>

export const createGarageKey = route('garage.createKey', 'POST /api/v1/garage/keys', {
  summary: 'Creates an access key of Garage, which may not use any bucket yet. Only this response has its secret key.',
  body: settings,
  response: z.object({ accessKey: z.string(), secretKey: z.string() }),
  status: 201,
  errors: ['InvalidExpiry'],
})

export const updateGarageKey = route('garage.updateKey', 'PUT /api/v1/garage/keys/:accessKey', {
  summary: 'Changes the name and the expiry of an access key of Garage, and whether it can create buckets.',
  params: keyParams,
  body: settings,
  errors: ['InvalidExpiry', 'NoSuchServiceAccount'],
})

export const deleteGarageKey = route('garage.deleteKey', 'DELETE /api/v1/garage/keys/:accessKey', {
  summary: 'Deletes an access key of Garage.',
  params: keyParams,
  errors: ['NoSuchServiceAccount'],
})
