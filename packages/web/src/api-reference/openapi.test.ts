import { expect, test } from 'vitest'
import { apiCalls, isMatch, sharedErrors } from './openapi.ts'
import { schemaText } from './schema-text.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const operation = (operationId: string, errors: string) => ({
  operationId,
  summary: 'Creates a bucket.',
  tags: ['buckets'],
  parameters: [{ name: 'bucket', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: json({ type: 'object', properties: { locking: { type: 'boolean' } } }),
  responses: { 201: { description: 'Default Response', ...json({ type: 'null' }) }, 409: { description: errors } },
})
const calls = apiCalls({
  paths: {
    '/api/v1/buckets/{bucket}': { post: operation('buckets.create', 'BucketExists: It exists.\nBusy: Try again.') },
    '/api/v1/a': { get: operation('buckets.a', 'Busy: Try again.') },
  },
})

test('reads calls with their parts and one error per line, by path', () => {
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/a', '/api/v1/buckets/{bucket}'])
  const [, call] = calls
  expect(call).toMatchObject({ method: 'POST', status: '201' })
  expect(call?.parts.map(({ name, schema }) => [name, schemaText(schema)])).toEqual([
    ['path', '{ bucket: string }'],
    ['body', '{ locking?: boolean }'],
  ])
  expect(call?.errors).toEqual([
    { status: '409', code: 'BucketExists', message: 'It exists.' },
    { status: '409', code: 'Busy', message: 'Try again.' },
  ])
})

test('separates the errors that all calls share', () => {
  expect(sharedErrors(calls).map(({ code }) => code)).toEqual(['Busy'])
})

test('search matches words of address, summary and errors in any order', () => {
  const found = (search: string) => calls.filter((call) => isMatch(call, search)).map(({ id }) => id)
  expect(found('bucket POST')).toEqual(['buckets.create'])
  expect(found('bucketexists')).toEqual(['buckets.create'])
  expect(found('creates')).toHaveLength(2)
  expect(found('user')).toEqual([])
})
