import {
  getBucket,
  getReplication,
  getSession,
  getVersioning,
  listBuckets,
  listObjects,
  type Schema,
  setReplication,
} from '@cooperage/contract'
import { ROUTES } from '@cooperage/testkit/contract-routes'
import { bareResponse, emptyResponse } from '@cooperage/testkit/smallest-responses'
import { describe, expect, test } from 'vitest'
import { completeResponse } from './complete-response.ts'

const WITH_RESPONSE = ROUTES.flatMap(({ id, response, ...route }) =>
  response === undefined ? [] : [{ ...route, id, response }],
)

const SMALLEST: [name: string, smallest: (schema: Schema) => unknown][] = [
  ['nothing at all', () => undefined],
  ['null', () => null],
  ['nothing in it', emptyResponse],
  ['rows without fields', (schema) => bareResponse(schema, undefined)],
  ['rows whose fields are null', (schema) => bareResponse(schema, null)],
]

describe.each(SMALLEST)('%s', (_, smallest) => {
  test.each(WITH_RESPONSE.map((route) => [route.id, route] as const))(
    'becomes a complete response of %s',
    (id, route) => {
      const { response } = route
      const whole: unknown = completeResponse(route, smallest(response))
      // A session without its status isn't one, and must not look like one.
      if (id === getSession.id) Object.assign(whole as object, { status: 'ok' })
      expect(response.safeParse(whole).error?.issues ?? []).toEqual([])
    },
  )
})

test('a missing list, null and an empty list are the same', () => {
  for (const missing of [{}, { buckets: null }, { buckets: [] }]) {
    expect(completeResponse(listBuckets, missing)).toEqual({ buckets: [], total: 0 })
  }
  expect(completeResponse(setReplication, {})).toEqual({ replicationState: [] })
})

test('a rule with exactly the specified fields has an unknown target', () => {
  const rule = {
    id: 'r',
    priority: 1,
    destination: { bucket: 'arn:x:copies' },
    prefix: '',
    tags: '',
    status: 'Disabled',
  }
  const { rules } = completeResponse(getReplication, { rules: [rule] })
  expect(rules[0]).toMatchObject({ ...rule, target: { endpoint: '', lastOnline: '', online: false } })
})

test('a complete response stays unchanged, and a row with several possible shapes keeps its own', () => {
  const row = { name: 'a', size: 1, last_modified: '2026-01-01T00:00:00Z', etag: 'e' }
  const complete = { objects: [row], total: 1 }
  expect(completeResponse(listObjects, structuredClone(complete))).toEqual(complete)
  const { objects } = completeResponse(listObjects, { objects: [{ name: 'a', version_id: 'v' }] })
  expect(objects[0]).toMatchObject({ name: 'a', version_id: 'v', is_delete_marker: false, tags: {} })
})

test('a bucket without an access value does not count as private', () => {
  expect(completeResponse(getBucket, { name: 'photos' })).toEqual({ name: 'photos', access: '', definition: '' })
})

test('a session without a status is rejected', () => {
  expect(completeResponse(getSession, {})).not.toMatchObject({ status: 'ok' })
})

test('a bucket with only is_versioned has versioning enabled', () => {
  expect(completeResponse(getVersioning, { is_versioned: true })).toMatchObject({ status: 'Enabled' })
  expect(completeResponse(getVersioning, { is_versioned: false })).toMatchObject({ status: '' })
})
