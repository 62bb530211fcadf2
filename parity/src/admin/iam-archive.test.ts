/** Export and import of IAM as one archive; `clients/mc-cluster-iam.test.ts` moves accounts between two servers. */
import { accountsOf, send, type TestResponse, uniqueName } from '@cooperage/testkit'
import { readArchive, writeArchive } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { differs, target } from '../target.ts'

type Files = Record<string, Record<string, unknown>>
const SECRET = 'a good secret'

function call(method: string, name: string, body?: Uint8Array): Promise<TestResponse> {
  const path = `/minio/admin/v3/${name}`
  return send({ url: target.url, credentials: target.root, method, path, region: '', body })
}

async function importOf(files: Files, version = 'import-iam-v2'): Promise<TestResponse> {
  const texts = Object.entries(files).map(([name, content]) => [`iam-assets/${name}.json`, JSON.stringify(content)])
  return await call('PUT', version, await writeArchive(new Map(texts as [string, string][])))
}

async function exported(): Promise<Files> {
  const { bytes } = await call('GET', 'export-iam')
  const files = await readArchive(bytes, { maxFiles: 100, maxBytes: 1 << 26 })
  return Object.fromEntries(
    [...files].map(([path, content]) => [
      path.replace(/^iam-assets\/(.*)\.json$/, '$1'),
      JSON.parse(content.toString()),
    ]),
  )
}

test('an export has seven files, with the secret keys', async () => {
  const user = await accountsOf(target).user('readonly')
  const { headers } = await call('GET', 'export-iam')
  expect(headers['content-type']).toBe('application/zip')
  const files = await exported()
  expect(Object.keys(files).toSorted()).toEqual([
    'group_mappings',
    'groups',
    'policies',
    'stsuser_mappings',
    'svcaccts',
    'user_mappings',
    'users',
  ])
  expect(files.users?.[user.accessKey]).toEqual({ secretKey: user.secretKey, status: 'enabled' })
  expect(files.user_mappings?.[user.accessKey]).toMatchObject({ policy: 'readonly' })
})

test('what fails is reported by kind and name, and the rest is imported', async () => {
  const [good, short, group] = [uniqueName('user'), uniqueName('short'), uniqueName('group')]
  const reply = await importOf({
    users: { [good]: { secretKey: SECRET, status: 'enabled' }, [short]: { secretKey: 'short', status: 'enabled' } },
    groups: { [group]: { version: 1, status: 'enabled', members: [uniqueName('nobody')] } },
    user_mappings: { [good]: { version: 1, policy: uniqueName('policy') } },
  })
  expect(reply.status).toBe(200)
  expect(JSON.parse(reply.text)).toMatchObject({
    added: { users: [good] },
    failed: { users: [{ name: short }], groups: [{ name: group }], userPolicies: [{ name: good }] },
  })
  const { users, groups } = await exported()
  expect([users?.[good], users?.[short], groups?.[group]]).toMatchObject([{ status: 'enabled' }, undefined, undefined])
})

test('the older call imports without a report', async () => {
  const name = uniqueName('user')
  const reply = await importOf({ users: { [name]: { secretKey: SECRET, status: 'disabled' } } }, 'import-iam')
  expect([reply.status, reply.text]).toEqual([200, ''])
  expect((await exported()).users?.[name]).toEqual({ secretKey: SECRET, status: 'disabled' })
})

test('a new group and a service account that are disabled in the archive', async () => {
  const [group, key] = [uniqueName('group'), uniqueName('key').slice(0, 20)]
  const owner = await accountsOf(target).user()
  const account = { parent: owner.accessKey, accessKey: key, secretKey: SECRET, claims: {}, sessionPolicy: null }
  const reply = await importOf({
    groups: { [group]: { version: 1, status: 'disabled', members: [owner.accessKey] } },
    svcaccts: { [key]: { ...account, status: 'off' } },
  })
  expect(reply.status).toBe(200)
  const { groups, svcaccts } = await exported()
  const statuses = [groups?.[group], svcaccts?.[key]].map((one) => (one as { status: string }).status)
  const kept = { engine: ['disabled', 'off'], minio: ['enabled', 'on'] }
  expect(statuses).toEqual(differs(kept, 'an import must not give access that the archive does not'))
})

test('a user with the access key of root', async () => {
  const name = target.root.accessKey
  expect((await importOf({ users: { [name]: { secretKey: SECRET, status: 'enabled' } } })).outcome).toBe(
    differs(
      { engine: '200', minio: '403 XMinioInvalidIAMCredentials' },
      'the engine reports the entry and imports the others',
    ),
  )
})
