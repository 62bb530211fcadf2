/** Healing needs several drives: a server with one refuses each call of it, as the engine does. */
import { accountsOf } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { target } from '../target.ts'
import { admin, allow } from './iam-calls.ts'

const UNSUPPORTED = '426 XMinioAdminVersionMismatch'
const SETTINGS = JSON.stringify({ recursive: true, dryRun: false, remove: false, recreate: false, scanMode: 1 })

const CALLS: [call: string, query: Record<string, string>, body: string][] = [
  ['heal/', { forceStart: 'true' }, SETTINGS],
  ['heal/photos', { forceStart: 'true' }, SETTINGS],
  ['heal/photos/a/b', {}, SETTINGS],
  ['heal/photos', { clientToken: 'unknown' }, ''],
  ['heal/photos', { forceStop: 'true' }, '{}'],
  ['background-heal/status', {}, ''],
]

test.each(CALLS)('POST %s %j is refused by a server with one drive', async (call, query, body) => {
  expect((await admin('POST', call, { query, plain: body })).outcome).toBe(UNSUPPORTED)
  const other = await accountsOf(target).allowed(allow(['s3:GetObject'], '*'))
  expect((await admin('POST', call, { query, plain: body, as: other })).outcome).toBe(UNSUPPORTED)
})
