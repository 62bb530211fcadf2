import * as contract from '@cooperage/contract'
import {
  getReplication,
  getSession,
  getVersioning,
  listBuckets,
  listObjects,
  type Route,
  setReplication,
} from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import type * as core from 'zod/v4/core'
import { completeAnswer } from './complete-answer.ts'

const ROUTES = Object.values(contract as Record<string, unknown>).filter(
  (value): value is Route & { response: NonNullable<Route['response']> } =>
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'response' in value &&
    value.response !== undefined,
)

const def = (schema: unknown) => (schema as core.$ZodTypes)._zod.def

/** An answer of this shape whose leaves are `leaf`: in each list one row, in each row all fields or none. */
function bare(schema: unknown, leaf: null | undefined): unknown {
  const it = def(schema)
  if (it.type === 'array') return [def(it.element).type === 'object' ? bare(it.element, leaf) : leaf]
  if (it.type !== 'object') return leaf
  const fields = Object.entries(it.shape).map(([name, field]) => [name, bare(field, leaf)])
  return Object.fromEntries(fields)
}

const SMALLEST: [name: string, answer: (schema: unknown) => unknown][] = [
  ['nothing at all', () => undefined],
  ['null', () => null],
  ['nothing in it', (schema) => ({ object: {}, array: [] })[def(schema).type as string]],
  ['rows without fields', (schema) => bare(schema, undefined)],
  ['rows whose fields are null', (schema) => bare(schema, null)],
]

describe.each(SMALLEST)('%s', (_, answer) => {
  test.each(ROUTES.map((route) => [route.id, route] as const))('becomes a whole answer of %s', (id, route) => {
    const { response } = route
    const whole: unknown = completeAnswer(route, answer(response))
    // Without its status a session is none, and must not look like one.
    if (id === getSession.id) Object.assign(whole as object, { status: 'ok' })
    expect(response.safeParse(whole).error?.issues ?? []).toEqual([])
  })
})

test('no list, null and an empty list are the same', () => {
  for (const answer of [{}, { buckets: null }, { buckets: [] }]) {
    expect(completeAnswer(listBuckets, answer)).toEqual({ buckets: [], total: 0 })
  }
  expect(completeAnswer(setReplication, {})).toEqual({ replicationState: [] })
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
  const { rules } = completeAnswer(getReplication, { rules: [rule] })
  expect(rules[0]).toMatchObject({ ...rule, target: { endpoint: '', lastOnline: '', online: false } })
})

test('what is whole stays as it is, and a row of several possible shapes keeps its own', () => {
  const row = { name: 'a', size: 1, last_modified: '2026-01-01T00:00:00Z', etag: 'e' }
  const answer = { objects: [row], total: 1 }
  expect(completeAnswer(listObjects, structuredClone(answer))).toEqual(answer)
  const { objects } = completeAnswer(listObjects, { objects: [{ name: 'a', version_id: 'v' }] })
  expect(objects[0]).toMatchObject({ name: 'a', version_id: 'v', is_delete_marker: false, tags: {} })
})

test('a session without a status is not taken for one', () => {
  expect(completeAnswer(getSession, {})).not.toMatchObject({ status: 'ok' })
})

test('a bucket that is versioned and no more is said of it has versioning enabled', () => {
  expect(completeAnswer(getVersioning, { is_versioned: true })).toMatchObject({ status: 'Enabled' })
  expect(completeAnswer(getVersioning, { is_versioned: false })).toMatchObject({ status: '' })
})
