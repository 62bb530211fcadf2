/** Key management calls on a server without a key management service. */
import { accountsOf, allow } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { request, target } from '../target.ts'

const CALLS: [method: string, path: string, action: string, query?: Record<string, string>][] = [
  ['GET', 'kms/v1/status', 'kms:Status'],
  ['GET', 'kms/v1/metrics', 'kms:Metrics'],
  ['GET', 'kms/v1/apis', 'kms:API'],
  ['GET', 'kms/v1/version', 'kms:Version'],
  ['POST', 'kms/v1/key/create', 'kms:CreateKey', { 'key-id': 'k' }],
  ['GET', 'kms/v1/key/list', 'kms:ListKeys', { pattern: '*' }],
  ['GET', 'kms/v1/key/status', 'kms:KeyStatus'],
  ['POST', 'admin/v3/kms/status', 'admin:KMSKeyStatus'],
  ['POST', 'admin/v3/kms/key/create', 'admin:KMSCreateKey', { 'key-id': 'k' }],
  ['GET', 'admin/v3/kms/key/status', 'admin:KMSKeyStatus'],
]

const call = (method: string, path: string, query: Record<string, string> = {}, credentials?: Credentials) =>
  request({ method, path: `/minio/${path}`, query, region: '', ...(credentials === undefined ? {} : { credentials }) })

describe('Without a key management service', () => {
  test.each(CALLS)('%s %s is rejected', async (method, path, _, query) => {
    const response = await call(method, path, query)
    expect(response.outcome).toBe('501 NotImplemented')
    expect(response.headers['content-type']).toBe('application/json')
    expect(response.message).toBe('Server side encryption specified but KMS is not configured')
  })

  test.each(CALLS)('%s %s is denied first to a caller without the permission', async (method, path, action, query) => {
    const accounts = accountsOf(target)
    const [other, allowed] = await Promise.all([
      accounts.allowed(allow(['s3:GetObject'], '*')),
      accounts.allowed(allow([action])),
    ])
    expect((await call(method, path, query, other)).outcome).toBe('403 AccessDenied')
    expect((await call(method, path, query, allowed)).outcome).toBe('501 NotImplemented')
  })

  // Servers of earlier years had them, and clients still have.
  test.each([
    ['POST', 'kms/v1/key/import'],
    ['DELETE', 'kms/v1/key/delete'],
  ] as const)('%s %s is not found', async (method, path) => {
    expect((await call(method, path, { 'key-id': 'k' })).outcome).toBe('400 BadRequest')
  })

  test('unknown calls are not found', async () => {
    expect((await call('GET', 'kms/v1/nothing')).outcome).toBe('400 BadRequest')
    expect((await call('POST', 'kms/v1/status')).outcome).toBe('400 BadRequest')
  })

  test('the server reports none', async () => {
    const { text } = await call('GET', 'admin/v3/info')
    expect(JSON.parse(text).services).toMatchObject({ kms: {} })
    expect(JSON.parse(text).services).not.toHaveProperty('kmsStatus')
  })
})
