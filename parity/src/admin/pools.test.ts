/** A server with one drive has no pools to manage: it refuses each call about them, as the engine does. */
import { accountsOf } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const UNSUPPORTED = '426 XMinioAdminVersionMismatch'

const CALLS: [method: string, call: string, query?: Record<string, string>][] = [
  ['GET', 'pools/list'],
  ['GET', 'pools/status', { pool: '/data' }],
  ['POST', 'pools/decommission', { pool: '/data' }],
  ['POST', 'pools/cancel', { pool: '/data' }],
  ['POST', 'rebalance/start'],
  ['GET', 'rebalance/status'],
  ['POST', 'rebalance/stop'],
]

test.each(CALLS)('%s %s is refused by a server with one drive', async (method, call, query = {}) => {
  expect((await admin(method, call, { query })).outcome).toBe(UNSUPPORTED)
  const other = await accountsOf(target).allowed(allow(['s3:GetObject'], '*'))
  expect((await admin(method, call, { query, as: other })).outcome).toBe(UNSUPPORTED)
})
