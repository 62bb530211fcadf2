/** What the key behind a link can do, tried against everything that storage servers offer. */
import { readFileSync } from 'node:fs'
import { OPERATOR_FEATURES } from '@cooperage/contract'
import {
  accountInfo,
  addServiceAccount,
  assumeRole,
  changeServiceAccount,
  type StorageClient,
  StorageEndpoint,
} from '@cooperage/storage-client'
import { accountsOf, ROUTES, send, targetKind } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { beforeAll, describe, expect, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { SESSION_COOKIE, withConsole } from '../running-console.ts'
import { type Created, created, keysBehind } from './given-links.ts'

const given = await withConsole()

/** The operations that the embedded engine's README lists, which are those of S3 and of MinIO's admin API. */
const OPERATIONS = readFileSync(new URL('../../../engine/README.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, method, target = '', header = ''] =
      /^\| ([A-Z]\w+) +\| `([A-Z]+) (\S+)(?: ([^`]+))?` +\|/.exec(line) ?? []
    return name === undefined || method === undefined ? [] : [{ name, method, target, header }]
  })

/** The calls of the contract that need a session. */
const CALLS = ROUTES.filter(({ id, auth }) => auth !== 'none' && !OPERATOR_FEATURES.includes(id.split('.')[0] ?? ''))

interface Place {
  bucket: string
  key: string
}

/** Names of the operations that succeed with these keys. */
async function allowedOperations(credentials: Credentials, { bucket, key }: Place): Promise<string[]> {
  const { accessKey } = await accountsOf(given.storage).serviceAccount(given.storage.root)
  const allowed: string[] = []
  await inParallel(OPERATIONS, 8, async ({ name, method, target, header }) => {
    const [path = '', query = ''] = target.split('?', 2)
    const parameters = query.split('&').filter((part) => part !== '')
    const isAdmin = !path.startsWith('/')
    const [headerName = '', headerValue = ''] = header.split(': ')
    const value = (parameter: string) => (parameter === 'accessKey' ? accessKey : bucket)
    const response = await send({
      url: given.storage.url,
      credentials,
      method,
      ...(isAdmin
        ? { path: `/minio/admin/v3/${path.replace(/\{\w+\}/g, 'attach')}`, region: '' }
        : { ...(path === '/' ? { path } : { bucket }), ...(path === '/bucket/key' && { key }) }),
      query: Object.fromEntries(
        parameters.map((part) => {
          const [parameter = '', fixed] = part.split('=')
          return [parameter, fixed ?? (isAdmin ? value(parameter) : '')]
        }),
      ),
      headers: headerName === '' ? {} : { [headerName]: headerValue || `/${bucket}/${key}` },
    })
    if (response.status < 300) allowed.push(name)
  })
  return [...new Set(allowed)].sort()
}

async function setUp() {
  const { user, bucket, objects } = await given.userWithBucket()
  for (const [prefix, fileName] of [
    ['', 'deed.txt'],
    ['inbox/', 'kept.txt'],
    ['', 'secret.txt'],
  ] as const) {
    const form = [{ name: '6', fileName, content: 'signed' }]
    expect((await user.call('POST', `${objects}/upload?prefix=${prefix}`, { form })).status).toBe(200)
  }
  return { user, bucket }
}

/**
 * What every key may do, whatever its policy denies: read what it is, and on MinIO list and delete keys of its account and
 * revoke its temporary ones. MinIO reports success for deleting a website, which it doesn't have.
 */
const EVERY_KEY = [
  ...['AccountInfo', 'InfoAccessKey', 'InfoServiceAccount', 'PreflightBucket', 'PreflightObject'],
  ...(targetKind() === 'minio'
    ? ['DeleteServiceAccount', 'ListServiceAccounts', 'RevokeTokens', 'DeleteBucketWebsite']
    : []),
]
/** MinIO's extensions of reading and storing an object, with the same permissions. */
const FROM_ARCHIVE = targetKind() === 'minio' ? ['GetObjectFromZip', 'HeadObjectInZip'] : []
const WRITE = ['CreateMultipartUpload', 'PutObject', ...(targetKind() === 'minio' ? ['PutObjectExtract'] : [])]
const READ = ['GetObject', 'HeadObject', ...FROM_ARCHIVE].sort()

describe.each([
  { name: 'an object', path: 'deed.txt', kind: 'download', inside: 'deed.txt', operations: READ },
  { name: 'a folder', path: 'inbox/', kind: 'download', inside: 'inbox/kept.txt', operations: READ },
  {
    name: 'uploads',
    path: 'inbox/',
    kind: 'upload',
    inside: 'inbox/kept.txt',
    operations: WRITE,
  },
] as const)('the key of a link to $name', ({ path, kind, inside, operations }) => {
  let bucket: string
  let keys: Credentials
  let link: Created
  beforeAll(async () => {
    const ready = await setUp()
    bucket = ready.bucket
    link = await created(ready.user, { kind, bucket, path, ...(kind === 'upload' && { max_uses: 9, max_bytes: 99 }) })
    keys = await keysBehind(given.server.dataDir, link)
  })

  test('can do what the link is for, and nothing else', async () => {
    expect(OPERATIONS.length).toBeGreaterThan(130)
    const allowed = await allowedOperations(keys, { bucket, key: inside })
    expect(allowed.filter((name) => !EVERY_KEY.includes(name))).toEqual(operations)
  })

  test('has no access to anything beside it', async () => {
    const allowed = await allowedOperations(keys, { bucket, key: 'secret.txt' })
    expect(allowed.filter((name) => !EVERY_KEY.includes(name))).toEqual([])
  })

  test('does not sign in, so it makes no call of the console', async () => {
    const holder = given.stranger()
    expect((await holder.signIn(keys)).outcome).toBe('401 ServiceAccountLogin')
    expect(holder.cookies.size).toBe(0)
    const token = link.address.slice('s/'.length)
    const headers = { authorization: `Bearer ${token}`, cookie: `${SESSION_COOKIE}=${token}` }
    for (const { id, method, path, body } of CALLS) {
      const reply = await holder.call(method, path.replace(/:\w+/g, bucket), { headers, ...(body && { json: {} }) })
      expect([id, reply.status]).toEqual([id, 401])
    }
  })

  test('gets no other keys', async () => {
    const endpoint = new StorageEndpoint({ url: new URL(given.storage.url) })
    const client: StorageClient = { endpoint, credentials: keys }
    const more = {
      targetUser: undefined,
      keys: undefined,
      policy: undefined,
      name: '',
      description: '',
      expiresAt: undefined,
    }
    await expect(addServiceAccount(client, more)).rejects.toMatchObject({ kind: 'refused' })
    await expect(changeServiceAccount(client, keys.accessKey, { policy: undefined })).rejects.toMatchObject({
      kind: 'refused',
    })
    await expect(assumeRole(client, { durationSeconds: 3600 })).rejects.toMatchObject({ kind: 'refused' })
    expect(await accountInfo(client)).toBeDefined()
    await endpoint.close()
  })
})
