/** Bucket settings that only MinIO offers, or refuses. */
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

test('versioning keeps its exclusions unless they are given, and loses them when it is suspended', async () => {
  const { user, bucket } = await given.userWithBucket()
  const path = `/api/v1/buckets/${bucket}`
  const put = (json: object) => user.call('PUT', `${path}/versioning`, { json })
  const read = async () => (await user.get(`${path}/versioning`)).json
  const excluded = { excluded_prefixes: ['tmp/*', 'cache/'], exclude_folders: true }
  expect((await put({ versioning: true, ...excluded })).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'Enabled', ...excluded })
  expect((await put({ versioning: true })).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'Enabled', ...excluded })
  expect((await put({ versioning: true, excluded_prefixes: ['tmp/*'], exclude_folders: false })).status).toBe(204)
  expect(await read()).toMatchObject({ excluded_prefixes: ['tmp/*'], exclude_folders: false })
  expect((await put({ versioning: false })).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'Suspended', excluded_prefixes: [], exclude_folders: false })
  const tooMany = Array.from({ length: 11 }, (_, index) => `p${index}/`)
  expect((await put({ versioning: true, excluded_prefixes: tooMany })).json).toMatchObject({ code: 'InvalidInput' })
})

test('reports settings that the server does not support', async () => {
  const { user, bucket } = await given.userWithBucket()
  const path = `/api/v1/buckets/${bucket}/cors`
  expect((await user.get(path)).json).toEqual({ is_offered: false, rules: [] })
  const reply = await user.call('PUT', path, { json: { rules: [{ origins: ['*'], methods: ['GET'] }] } })
  expect(reply.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support CORS rules of single buckets.')
})

test('reads replication rules even if the targets may not be read', async () => {
  expect((await (await given.user()).get('/api/v1/replication-offer')).json).toEqual({ offered: true })
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], 'photos', 'photos/*')))
  expect((await other.get('/api/v1/replication-offer')).json).toEqual({ offered: true })
})
