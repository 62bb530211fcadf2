import { accountsOf, allow, missingProgram, send, uniqueName } from '@cooperage/testkit'
import { type Credentials, readArchive, writeArchive } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { admin, PAIRS, request, withPair } from './server-pairs.ts'

const isMissing = missingProgram('mc') !== undefined
type Content = Record<string, Record<string, Record<string, unknown>>>

async function contentOf(archive: Buffer): Promise<Content> {
  const files = await readArchive(archive, { maxFiles: 100, maxBytes: 1 << 20 })
  return Object.fromEntries([...files].map(([path, bytes]) => [path, JSON.parse(bytes.toString())]))
}

describe.skipIf(isMissing).each(PAIRS)('mc admin cluster iam, from %s to %s', (from, to) => {
  const pair = withPair(from, to)
  const mayRead = async (credentials: Credentials, bucket: string) =>
    (await request(pair.destination, { credentials, method: 'GET', bucket, key: 'k' })).status

  test('policies, users, groups, attachments and service accounts are imported', async () => {
    const { source, destination, mcOfSource, mc } = pair
    const bucket = uniqueName('shared')
    const accounts = accountsOf(source)
    const policy = await accounts.policy(allow(['s3:GetObject'], `${bucket}/*`))
    const user = await accounts.user(policy)
    const member = await accounts.user()
    const group = await accounts.group([member], policy)
    const disabled = await accounts.user(policy)
    await accounts.setStatus(disabled, 'disabled')
    const inherited = await accounts.serviceAccount(user)
    const statement = { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] }
    const narrowed = await accounts.serviceAccount(user, {
      policy: { Version: '2012-10-17', Statement: [statement] },
      name: 'narrowed',
      description: 'lists only',
      expiration: new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString(),
    })
    const path = pair.archivePath()
    const exported = await mcOfSource.run('admin', 'cluster', 'iam', 'export', 'it', '--output', path)
    expect([exported.exitCode, exported.stderr]).toEqual([0, ''])

    const credentials = { url: destination.url, credentials: destination.root }
    await send({ ...credentials, method: 'PUT', bucket })
    await send({ ...credentials, method: 'PUT', bucket, key: 'k', body: 'x' })
    const { exitCode, stdout, stderr } = await mc.run('admin', 'cluster', 'iam', 'import', 'it', path)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Added users: `)
    expect(stdout).not.toContain('Failed')

    expect(await mayRead(user, bucket)).toBe(200)
    expect(await mayRead(member, bucket)).toBe(200)
    expect(await mayRead(disabled, bucket)).toBe(403)
    expect(await mayRead(inherited, bucket)).toBe(200)
    expect(await mayRead(narrowed, bucket)).toBe(403)
    const [before, after] = await Promise.all(
      [source, destination].map(async (server) => contentOf((await admin(server, 'export-iam')).bytes)),
    )
    const pick = (content: Content | undefined, file: string, name: string, fields: string[]) =>
      Object.fromEntries(fields.map((field) => [field, content?.[`iam-assets/${file}.json`]?.[name]?.[field]]))
    const compared: [string, string, string[]][] = [
      ['policies', policy, ['Version', 'Statement']],
      ['users', user.accessKey, ['secretKey', 'status']],
      ['users', disabled.accessKey, ['secretKey', 'status']],
      ['groups', group, ['members', 'status']],
      ['user_mappings', user.accessKey, ['policy']],
      ['group_mappings', group, ['policy']],
      ['svcaccts', inherited.accessKey, ['parent', 'secretKey', 'sessionPolicy', 'expiration']],
      ['svcaccts', narrowed.accessKey, ['parent', 'secretKey', 'sessionPolicy', 'name', 'description', 'expiration']],
    ]
    for (const of of compared) expect(pick(after, ...of)).toEqual(pick(before, ...of))
    expect(pick(before, 'svcaccts', narrowed.accessKey, ['name', 'status'])).toEqual({ name: 'narrowed', status: 'on' })
  })

  test('an entity that cannot be imported is reported, and the others are imported', async () => {
    const { destination, mc } = pair
    const [good, short] = [uniqueName('user'), uniqueName('short')]
    const users = { [short]: { secretKey: 'short', status: 'enabled' }, [good]: { secretKey: 'long-enough' } }
    const archive = await writeArchive(new Map([['iam-assets/users.json', JSON.stringify(users)]]))
    const { exitCode, stdout } = await mc.run('admin', 'cluster', 'iam', 'import', 'it', pair.save(archive))
    expect(exitCode).toBe(0)
    // MinIO's report of a failure is one that mc can't read, so mc falls back to the form without a report.
    expect(stdout).toContain(to === 'engine' ? `Failed to add users: ${short}` : 'IAM info imported')
    const { text } = await admin(destination, 'user-info', { query: { accessKey: good } })
    expect(JSON.parse(text)).toMatchObject({ status: 'disabled' })
  })

  test('members are added to a group that exists', async () => {
    const accounts = accountsOf(pair.destination)
    const [member, added] = [await accounts.user(), await accounts.user()]
    const group = await accounts.group([member])
    const groups = { [group]: { version: 1, status: 'enabled', members: [added.accessKey] } }
    const body = await writeArchive(new Map([['iam-assets/groups.json', JSON.stringify(groups)]]))
    expect((await admin(pair.destination, 'import-iam-v2', { method: 'PUT', body })).status).toBe(200)
    const { text } = await admin(pair.destination, 'group', { query: { group } })
    expect(JSON.parse(text).members.sort()).toEqual([member.accessKey, added.accessKey].sort())
  })

  test('an invalid archive is rejected and changes nothing', async () => {
    const { destination } = pair
    for (const call of ['import-iam', 'import-iam-v2']) {
      const response = await admin(destination, call, { method: 'PUT', body: Buffer.from('not a zip') })
      expect(response.outcome).toBe('400 InvalidRequest')
    }
    const users = await writeArchive(new Map([['iam-assets/users.json', 'not JSON']]))
    const response = await admin(destination, 'import-iam-v2', { method: 'PUT', body: users })
    expect(response.outcome).toBe('400 XMinioAdminConfigBadJSON')
  })

  test('export and import each require their own permission', async () => {
    const { destination } = pair
    const accounts = accountsOf(destination)
    const [exporter, importer] = await Promise.all(
      ['admin:ExportIAM', 'admin:ImportIAM'].map((action) => accounts.allowed(allow([action]))),
    )
    const archive = await writeArchive(new Map())
    const statuses = await Promise.all(
      [exporter, importer].flatMap((credentials) => [
        admin({ ...destination, root: credentials as Credentials }, 'export-iam'),
        admin({ ...destination, root: credentials as Credentials }, 'import-iam-v2', { method: 'PUT', body: archive }),
      ]),
    )
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 200])
  })
})
