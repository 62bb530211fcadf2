/** What a folder shows of several objects besides what a listing has. */
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

const summarize = async (user: Visitor, at: string, names: readonly string[], facts: readonly string[]) => {
  const { status, json, text } = await user.call('POST', `${at}/objects/summaries`, { json: { names, facts } })
  expect(status, text).toBe(200)
  return (json as { objects: { name: string }[] }).objects.sort((a, b) => (a.name < b.name ? -1 : 1))
}

test('says of several objects their storage class, tags and number of versions', async () => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  const [key, longer] = ['a folder/ünï & <b>.txt', 'a folder/ünï & <b>.txt2']
  await storage.put(bucket, key, '1', { 'x-amz-tagging': 'team=red&empty=' })
  await storage.put(bucket, key, '2', { 'x-amz-tagging': 'team=blue' })
  await storage.put(bucket, longer)
  await storage.remove(bucket, longer)
  await storage.put(bucket, longer)
  const unread = null
  expect(await summarize(user, at, [longer, key], ['storageClass', 'tags', 'versions'])).toEqual([
    {
      name: key,
      storageClass: { value: 'STANDARD', unread },
      tags: { values: { team: 'blue' }, unread },
      versions: { count: 2, isComplete: true, unread },
    },
    {
      name: longer,
      storageClass: { value: 'STANDARD', unread },
      tags: { values: {}, unread },
      versions: { count: 2, isComplete: true, unread },
    },
  ])
  expect(await summarize(user, at, [key], ['tags'])).toEqual([
    { name: key, tags: { values: { team: 'blue' }, unread } },
  ])
})

test('says what may not be read, and which object is gone', async () => {
  const { bucket, at } = await storage.bucketWith()
  await storage.put(bucket, 'a')
  const accounts = accountsOf(given.storage)
  const user = visitor(given.server.url)
  await user.signIn(
    await accounts.user(await accounts.policy(allow(['s3:ListBucket', 's3:GetObject'], bucket, `${bucket}/*`))),
  )
  const refused = { code: 'AccessDenied', message: expect.stringContaining('s3:GetObjectTagging') }
  expect(await summarize(user, at, ['a', 'gone'], ['storageClass', 'tags'])).toEqual([
    {
      name: 'a',
      storageClass: { value: 'STANDARD', unread: null },
      tags: { values: {}, unread: expect.objectContaining(refused) },
    },
    {
      name: 'gone',
      storageClass: { value: '', unread: expect.objectContaining({ code: 'NoSuchKey' }) },
      tags: expect.objectContaining({ values: {} }),
    },
  ])
})
