/** What a list shows of several buckets besides their names. */
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const summarize = async (user: Visitor, buckets: readonly string[], facts: readonly string[]) => {
  const { status, json, text } = await user.call('POST', '/api/v1/bucket-summaries', { json: { buckets, facts } })
  expect(status, text).toBe(200)
  return (json as { buckets: { name: string }[] }).buckets.sort((a, b) => (a.name < b.name ? -1 : 1))
}

test('says of several buckets what is asked for, and nothing else', async () => {
  const user = await given.user()
  const [plain, locked] = [uniqueName('a-plain'), uniqueName('b-locked')]
  await user.call('POST', '/api/v1/buckets', { json: { name: plain } })
  await user.call('POST', '/api/v1/buckets', { json: { name: locked, locking: true } })
  const unread = null
  expect(await summarize(user, [locked, plain, plain], ['versioning', 'locking', 'encryption'])).toEqual([
    {
      name: plain,
      versioning: { status: '', unread },
      locking: { isEnabled: false, unread },
      encryption: { kind: '', unread },
    },
    {
      name: locked,
      versioning: { status: 'Enabled', unread },
      locking: { isEnabled: true, unread },
      encryption: { kind: '', unread },
    },
  ])
  await user.call('PUT', `/api/v1/buckets/${plain}/versioning`, { json: { versioning: true } })
  await user.call('PUT', `/api/v1/buckets/${plain}/versioning`, { json: { versioning: false } })
  expect(await summarize(user, [plain], ['versioning'])).toEqual([
    { name: plain, versioning: { status: 'Suspended', unread } },
  ])
})

test('says what may not be read, and of a bucket that doesn’t exist that it doesn’t, instead of no', async () => {
  const { bucket } = await given.userWithBucket()
  const accounts = accountsOf(given.storage)
  const policy = await accounts.policy(allow(['s3:ListBucket', 's3:GetBucketVersioning'], bucket))
  const user = visitor(given.server.url)
  await user.signIn(await accounts.user(policy))
  const refused = { code: 'AccessDenied', message: expect.stringContaining('s3:GetEncryptionConfiguration') }
  expect(await summarize(user, [bucket], ['versioning', 'encryption'])).toEqual([
    {
      name: bucket,
      versioning: { status: '', unread: null },
      encryption: { kind: '', unread: expect.objectContaining(refused) },
    },
  ])
  const missing = uniqueName('missing')
  const gone = { unread: expect.objectContaining({ code: 'NoSuchBucket' }) }
  expect(await summarize(await given.user(), [missing], ['versioning', 'locking'])).toEqual([
    { name: missing, versioning: { status: '', ...gone }, locking: { isEnabled: false, ...gone } },
  ])
})

test('refuses too many buckets, and names of none', async () => {
  const user = await given.user()
  const status = async (buckets: string[], facts: string[] = []) =>
    (await user.call('POST', '/api/v1/bucket-summaries', { json: { buckets, facts } })).status
  expect(await status(Array(51).fill('photos'))).toBe(400)
  expect(await status(['../..'])).toBe(400)
  expect(await status(['photos'], ['policy'])).toBe(400)
})
