import { MAX_IAM_CONTENT_BYTES } from '@cooperage/contract'
import { writeArchive } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { readIamEntities, writeIamEntities } from './iam-entities.ts'

const archiveOf = (files: Record<string, string>) =>
  writeArchive(new Map(Object.entries(files).map(([name, text]) => [`iam-assets/${name}.json`, text])))

const refusal = async (archive: Buffer) =>
  await readIamEntities(archive).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

test('reads an export, and writes it back unchanged', async () => {
  const files = {
    policies: { read: { Version: '2012-10-17', Statement: [] } },
    users: { alice: { secretKey: 'a secret', status: 'enabled' }, bob: { secretKey: 'b secret', status: 'disabled' } },
    groups: { devs: { version: 1, status: 'disabled', members: ['alice', 'bob'] } },
    svcaccts: {
      KEY1: {
        accessKey: 'KEY1',
        parent: 'alice',
        secretKey: 'c secret',
        groups: null,
        claims: { sub: 'x' },
        sessionPolicy: null,
        status: 'off',
        name: 'n',
        description: 'd',
        expiration: '1970-01-01T00:00:00.000Z',
      },
    },
    user_mappings: { alice: { version: 1, policy: 'a,read' } },
    group_mappings: { devs: { version: 1, policy: 'read' } },
    stsuser_mappings: {},
  }
  const texts = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]))
  const entities = await readIamEntities(await archiveOf(texts))
  expect(entities.serviceAccounts.get('KEY1')).toMatchObject({ isEnabled: false, expiresAt: 0, claims: { sub: 'x' } })
  expect(await writeIamEntities(entities, () => true)).toEqual(await archiveOf(texts))
})

test('accepts names such as __proto__ as ordinary names', async () => {
  const users = '{"__proto__":{"secretKey":"a secret","status":"enabled"},"constructor":{"secretKey":"b secret"}}'
  const { users: read } = await readIamEntities(await archiveOf({ users }))
  expect([...read.keys()]).toEqual(['__proto__', 'constructor'])
  expect(
    await readIamEntities(await writeIamEntities(await readIamEntities(await archiveOf({ users })), () => true)),
  ).toMatchObject({ users: read })
})

test.each<[string, Record<string, string>, string]>([
  ['a file that isn’t JSON', { users: '{' }, 'its file iam-assets/users.json isn’t valid JSON'],
  ['a list', { users: '[]' }, 'its file iam-assets/users.json isn’t a JSON object'],
  ['an entry that isn’t an object', { users: '{"alice":"secret"}' }, 'iam-assets/users.json: “alice” isn’t an object'],
  ['a field of another type', { groups: '{"devs":{"members":"alice"}}' }, '“members” isn’t a list'],
  ['an invalid time', { svcaccts: '{"K":{"expiration":"soon"}}' }, '“expiration” isn’t a time'],
  [
    'a document of too many levels',
    { policies: `{"p":{"Statement":${'['.repeat(100_000)}${']'.repeat(100_000)}}}` },
    'nested more than 100 levels',
  ],
])('%s is refused with its place', async (_what, files, reason) => {
  expect(await refusal(await archiveOf(files))).toContain(reason)
})

test('refuses files that aren’t IAM archives', async () => {
  expect(await refusal(Buffer.from('not a zip'))).toContain('it isn’t a ZIP archive')
  const other = await writeArchive(
    new Map([
      ['photos/.metadata.json', '{}'],
      ['../../etc/passwd', 'x'],
    ]),
  )
  expect(await refusal(other)).toContain('it has no folder iam-assets')
})

test('refuses an archive that would exceed the size limit before extracting it', async () => {
  const bomb = await archiveOf({ users: ' '.repeat(1 << 20) })
  const sizeAt = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24
  bomb.writeUInt32LE(MAX_IAM_CONTENT_BYTES + 1, sizeAt)
  expect(await refusal(bomb)).toContain(`more than ${MAX_IAM_CONTENT_BYTES} bytes`)
  // Extracting stops at the declared size of an entry.
  bomb.writeUInt32LE(10, sizeAt)
  expect(await refusal(bomb)).toContain('iam-assets/users.json is damaged')
})
