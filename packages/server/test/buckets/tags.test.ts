import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

test('tags are set, replaced as a whole, read in the order of their keys, and removed', async () => {
  const { user, bucket } = await given.userWithBucket()
  const path = `/api/v1/buckets/${bucket}/tags`
  const put = async (...tags: object[]) => (await user.call('PUT', path, { json: { tags } })).status
  const read = async () => (await user.get(path)).json
  const stored = () =>
    send({
      url: given.storage.url,
      credentials: given.storage.root,
      method: 'GET',
      bucket,
      query: { tagging: '' },
    })
  expect(await read()).toEqual({ tags: [] })
  const tags = [
    { key: '__proto__', value: 'odd' },
    { key: 'cost centre', value: 'a+b=c/d@e' },
    { key: 'team', value: '' },
  ]
  expect(await put(...tags.toReversed())).toBe(204)
  expect(await read()).toEqual({ tags })
  expect((await stored()).text).toContain('<Key>cost centre</Key><Value>a+b=c/d@e</Value>')
  const fifty = Array.from({ length: 50 }, (_, index) => ({ key: `k${10 + index}`, value: 'v'.repeat(256) }))
  expect(await put(...fifty)).toBe(204)
  expect(await read()).toEqual({ tags: fifty })
  expect(await put()).toBe(204)
  expect(await read()).toEqual({ tags: [] })
  expect((await stored()).code).toBe('NoSuchTagSet')
})

test('rejects invalid tags before calling the storage server', async () => {
  const { user, bucket } = await given.userWithBucket()
  const put = (...tags: object[]) => user.call('PUT', `/api/v1/buckets/${bucket}/tags`, { json: { tags } })
  const wrong = [
    [{ key: 'größe', value: '' }],
    [{ key: 'k', value: 'v'.repeat(257) }],
    [
      { key: 'k', value: '1' },
      { key: 'k', value: '2' },
    ],
    Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: '' })),
  ]
  for (const tags of wrong) {
    expect((await put(...tags)).outcome).toBe('400 InvalidInput')
  }
})

test('names the missing permission', async () => {
  const { bucket } = await given.userWithBucket()
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  const lacks = (action: string) => ({
    code: 'AccessDenied',
    message: permissionError(action, bucket),
  })
  const path = `/api/v1/buckets/${bucket}/tags`
  expect((await other.get(path)).json).toMatchObject(lacks('s3:GetBucketTagging'))
  const tags = [{ key: 'a', value: 'b' }]
  expect((await other.call('PUT', path, { json: { tags } })).json).toMatchObject(lacks('s3:PutBucketTagging'))
})
