/** Export, preview and import of IAM, on the engine and on MinIO. */
import type { IamDifference, IamPlanEntry, IamPreview, IamResultEntry } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { type Credentials, encryptAdminPayload, readArchive, writeArchive } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Reply, Visitor } from '../visitor.ts'

const given = await withConsole()
const BACKUP = '/api/v1/iam-backup'
const READ = allow(['s3:GetObject'], 'photos/*')

const accounts = accountsOf(given.storage)
const root = await given.user()

async function exported(user = root): Promise<Buffer> {
  const { status, bytes, text } = await user.get(BACKUP)
  if (status !== 200) throw new Error(`no export: ${text}`)
  return bytes
}

type Files = Record<string, Record<string, unknown>>

async function filesOf(archive: Buffer): Promise<Files> {
  const files = await readArchive(archive, { maxFiles: 100, maxBytes: 1 << 24 })
  const name = (path: string) => path.replace(/^iam-assets\/(.*)\.json$/, '$1')
  return Object.fromEntries([...files].map(([path, bytes]) => [name(path), JSON.parse(bytes.toString())]))
}

const archiveOf = (files: Files) =>
  writeArchive(
    new Map(Object.entries(files).map(([name, content]) => [`iam-assets/${name}.json`, JSON.stringify(content)])),
  )

function upload(user: Visitor, call: 'preview' | 'import', archive: Buffer, fingerprint?: string): Promise<Reply> {
  const file = { name: 'file', fileName: 'backup.zip', content: archive, type: 'application/zip' }
  const fields = fingerprint === undefined ? [] : [{ name: 'fingerprint', content: fingerprint }]
  return user.call('POST', `${BACKUP}/${call}`, { form: [...fields, file] })
}

async function preview(archive: Buffer, user = root): Promise<IamPreview> {
  const { status, json, text } = await upload(user, 'preview', archive)
  if (status !== 200) throw new Error(`no preview: ${text}`)
  return json as IamPreview
}

async function imported(archive: Buffer, user = root): Promise<{ entries: IamResultEntry[]; stopped: string }> {
  const { status, json, text } = await upload(user, 'import', archive)
  if (status !== 200) throw new Error(`no import: ${text}`)
  return json as { entries: IamResultEntry[]; stopped: string }
}

const named = <E extends { kind: string; name: string }>(entries: E[], kind: string, name: string) =>
  entries.find((entry) => entry.kind === kind && entry.name === name)

const isChanging = ({ change }: IamPlanEntry) => change === 'add' || change === 'change'
const fieldsOf = (differences: IamDifference[] = []) => differences.map(({ field }) => field)

async function admin(method: string, call: string, query: Record<string, string>, payload?: object): Promise<void> {
  const { url, root: credentials } = given.storage
  const body =
    payload &&
    (await encryptAdminPayload(credentials.secretKey, Buffer.from(JSON.stringify(payload)), { algorithm: 2 }))
  const path = `/minio/admin/v3/${call}`
  const { status, text } = await send({ url, method, path, query, region: '', credentials, body })
  if (status >= 300) throw new Error(`${call} returned ${status}: ${text}`)
}

function disable({ accessKey }: Credentials, fields: object = {}): Promise<void> {
  return admin('POST', 'update-service-account', { accessKey }, { newStatus: 'off', ...fields })
}

/** A user with a policy, a disabled group with a disabled member, and service accounts, two of them disabled. */
async function team() {
  const policy = await accounts.policy(READ)
  const [user, member] = [await accounts.user(policy), await accounts.user()]
  await accounts.setStatus(member, 'disabled')
  const group = await accounts.group([member], policy)
  await admin('PUT', 'set-group-status', { group, status: 'disabled' })
  const document = { Version: '2012-10-17', Statement: [READ] }
  const key = await accounts.serviceAccount(user, { name: 'reader', description: 'for tests', policy: document })
  const disabledKey = await accounts.serviceAccount(user, { policy: document })
  await disable(disabledKey, { newPolicy: document })
  const inheritingKey = await accounts.serviceAccount(user)
  await disable(inheritingKey)
  return { policy, user, member, group, key, disabledKey, inheritingKey }
}

/** Removes everything of a team from the server. */
async function disband({ policy, user, member, group }: Awaited<ReturnType<typeof team>>): Promise<void> {
  await accounts.remove(user)
  await accounts.remove(member)
  const path = '/minio/admin/v3/update-group-members'
  const body = JSON.stringify({ group, members: [], isRemove: true })
  const { url, root: credentials } = given.storage
  await send({ url, method: 'PUT', path, region: '', credentials, body })
  await admin('DELETE', 'remove-canned-policy', { name: policy })
}

const entriesOf = ({
  policy,
  user,
  member,
  group,
  key,
  disabledKey,
  inheritingKey,
}: Awaited<ReturnType<typeof team>>) => [
  ['policies', policy],
  ['users', user.accessKey],
  ['users', member.accessKey],
  ['groups', group],
  ['serviceAccounts', key.accessKey],
  ['serviceAccounts', disabledKey.accessKey],
  ['serviceAccounts', inheritingKey.accessKey],
  ['userPolicies', user.accessKey],
  ['groupPolicies', group],
]

test('the export is a ZIP archive that no cache keeps', async () => {
  const { policy, user } = await team()
  const { status, headers, bytes } = await root.get(BACKUP)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/zip', 'no-store'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="iam-backup-\d{4}-\d\d-\d\d\.zip"/)
  const files = await filesOf(bytes)
  expect(files.users?.[user.accessKey]).toEqual({ secretKey: user.secretKey, status: 'enabled' })
  expect(files.policies?.[policy]).toBeDefined()
})

test('importing an export into its own server changes nothing', async () => {
  await team()
  const archive = await exported()
  const { entries } = await preview(archive)
  expect(entries.filter(({ change }) => change !== 'same')).toEqual([])
  expect(await imported(archive)).toEqual({ entries: [], stopped: '' })
})

test('what was deleted is restored as it was, and the preview says so', async () => {
  const gone = await team()
  const archive = await exported()
  const before = await filesOf(archive)
  await disband(gone)

  const plan = await preview(archive)
  const wanted = entriesOf(gone)
  expect(
    plan.entries
      .filter(isChanging)
      .map(({ kind, name, change }) => [kind, name, change])
      .toSorted(),
  ).toEqual(wanted.map((one) => [...one, 'add']).toSorted())
  expect(JSON.stringify(plan)).not.toContain(gone.user.secretKey)

  const result = await imported(archive)
  expect(result.stopped).toBe('')
  expect(result.entries.map(({ kind, name, outcome }) => [kind, name, outcome]).toSorted()).toEqual(
    wanted.map((one) => [...one, 'done']).toSorted(),
  )
  const after = await filesOf(await exported())
  const files = ['users', 'svcaccts', 'user_mappings', 'group_mappings', 'groups']
  const untimed = (text: unknown) => JSON.parse(JSON.stringify(text).replace(/"updatedAt":"[^"]*"/g, '"updatedAt":""'))
  for (const file of files) expect([file, untimed(after[file])]).toEqual([file, untimed(before[file])])
  // MinIO lists the actions of its own policies in another order each time.
  expect(after.policies?.[gone.policy]).toEqual(before.policies?.[gone.policy])
  expect((await given.stranger().signIn(gone.user)).status).toBe(201)
  expect((await preview(archive)).entries.filter(({ change }) => change !== 'same')).toEqual([])
})

test('changes are reverted, and new entries on the server stay', async () => {
  const one = await team()
  const archive = await exported()
  const [other, added] = [await accounts.policy(allow(['s3:PutObject'], 'photos/*')), await accounts.user()]
  await accounts.putPolicy(one.policy, { Version: '2012-10-17', Statement: [allow(['s3:*'], 'photos/*')] })
  await accounts.setPolicies(one.user, other)
  await accounts.setStatus(one.user, 'disabled')
  await admin(
    'PUT',
    'add-user',
    { accessKey: one.member.accessKey },
    { secretKey: 'another secret', status: 'enabled' },
  )
  await admin('PUT', 'set-group-status', { group: one.group, status: 'enabled' })
  await admin('POST', 'update-service-account', { accessKey: one.key.accessKey }, { newName: 'renamed' })
  await admin('POST', 'update-service-account', { accessKey: one.disabledKey.accessKey }, { newStatus: 'on' })

  const { entries } = await preview(archive)
  const changes = entries.filter(isChanging).map(({ kind, name, differences }) => [kind, name, fieldsOf(differences)])
  expect(changes).toEqual(
    expect.arrayContaining([
      ['policies', one.policy, ['policy']],
      ['users', one.user.accessKey, ['status']],
      ['users', one.member.accessKey, ['secretKey', 'status']],
      ['groups', one.group, ['status']],
      ['userPolicies', one.user.accessKey, ['policies']],
    ]),
  )
  expect(named(entries, 'users', added.accessKey)).toMatchObject({ change: 'keep' })
  expect(named(entries, 'policies', other)).toMatchObject({ change: 'keep' })

  const result = await imported(archive)
  expect(result.entries.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  expect(result.entries).toHaveLength(changes.length)
  expect((await preview(archive)).entries.filter(isChanging)).toEqual([])
  expect((await given.stranger().signIn(added)).status).toBe(401)
})

test('wrong entries are left out with their reasons, and the others are imported', async () => {
  const [good, policy, group] = [uniqueName('user'), uniqueName('policy'), uniqueName('group')]
  const archive = await archiveOf({
    policies: {
      [policy]: { Version: '2012-10-17', Statement: [READ] },
      broken: { Version: '2012-10-17', Statement: [{ Effect: 'Perhaps' }] },
    },
    users: {
      [good]: { secretKey: 'a good secret', status: 'enabled' },
      [given.storage.root.accessKey]: { secretKey: 'a good secret', status: 'enabled' },
      ' outer space': { secretKey: 'a good secret', status: 'enabled' },
      shortsecret: { secretKey: 'short', status: 'enabled' },
    },
    groups: { [group]: { version: 1, status: 'enabled', members: ['nobody'] } },
    user_mappings: { [good]: { version: 1, policy }, nobody: { version: 1, policy } },
  })
  const { entries, stopped } = await imported(archive)
  expect(stopped).toBe('')
  expect(entries.map(({ kind, name, outcome, skipReason }) => [kind, name, outcome, skipReason])).toEqual(
    [
      ['policies', 'broken', 'skipped', 'invalidPolicy'],
      ['policies', policy, 'done', ''],
      ['users', ' outer space', 'skipped', 'name'],
      ['users', given.storage.root.accessKey, 'skipped', 'root'],
      ['users', 'shortsecret', 'skipped', 'secretKey'],
      ['users', good, 'done', ''],
      ['groups', group, 'skipped', 'unknownUser'],
      ['userPolicies', 'nobody', 'skipped', 'unknownUser'],
      ['userPolicies', good, 'done', ''],
    ].toSorted((a, b) => order(a) - order(b) || (String(a[1]) < String(b[1]) ? -1 : 1)),
  )
})

const order = ([kind = '']: string[]) => ['policies', 'users', 'groups', 'userPolicies'].indexOf(kind)

test('the entry at which the server stops is reported, and the rest is imported', async () => {
  const user = await visitorWith('admin:ExportIAM', 'admin:ImportIAM')
  const good = uniqueName('user')
  const users = {
    [good]: { secretKey: 'a good secret', status: 'enabled' },
    // Only root itself can detect that this is root.
    [given.storage.root.accessKey]: { secretKey: 'a good secret', status: 'enabled' },
  }
  const { entries, stopped } = await imported(await archiveOf({ users }), user)
  expect([stopped, entries]).toMatchObject([
    '',
    expect.arrayContaining([
      expect.objectContaining({ name: good, outcome: 'done' }),
      expect.objectContaining({
        name: given.storage.root.accessKey,
        outcome: 'failed',
        message: expect.stringContaining('Credential is not allowed to be same as admin access key'),
      }),
    ]),
  ])
})

test('an import that differs from its preview is refused', async () => {
  const one = await team()
  const archive = await exported()
  await accounts.setStatus(one.user, 'disabled')
  const { fingerprint } = await preview(archive)
  await accounts.remove(one.member)
  expect((await upload(root, 'import', archive, fingerprint)).outcome).toBe('409 IamBackupOutdated')
  const again = await preview(archive)
  expect((await upload(root, 'import', archive, again.fingerprint)).status).toBe(200)
})

test('what changes the account of the session is marked', async () => {
  const keys = await accounts.allowed(allow(['admin:ExportIAM', 'admin:ImportIAM']))
  const user = given.stranger()
  await user.signIn(keys)
  const users = { [keys.accessKey]: { secretKey: 'another secret', status: 'disabled' } }
  const { entries } = await preview(await archiveOf({ users }), user)
  expect(named(entries, 'users', keys.accessKey)).toMatchObject({ isOwn: true, change: 'change' })
})

test('an import that ends the session says that its result is unknown', async () => {
  const keys = await accounts.allowed(allow(['admin:ExportIAM', 'admin:ImportIAM']))
  const user = given.stranger()
  await user.signIn(keys)
  const users = { [keys.accessKey]: { secretKey: keys.secretKey, status: 'disabled' } }
  const { entries, stopped } = await imported(await archiveOf({ users }), user)
  expect(entries).toMatchObject([{ name: keys.accessKey, outcome: 'unknown' }])
  expect(stopped).not.toBe('')
})

const visitorWith = async (...actions: string[]) => given.signedIn(await accounts.allowed(allow(actions)))

test('each call needs its permissions, which a refusal names', async () => {
  const [exporter, importer] = [await visitorWith('admin:ExportIAM'), await visitorWith('admin:ImportIAM')]
  const archive = await exported()
  const denied = (action: string) => [403, { code: 'AccessDenied', message: expect.stringContaining(action) }]
  const replies = [
    [await importer.get(BACKUP), denied('admin:ExportIAM')],
    [await upload(importer, 'preview', archive), denied('admin:ExportIAM')],
    [await upload(importer, 'import', archive), denied('admin:ExportIAM')],
    [await upload(exporter, 'import', archive), denied('admin:ImportIAM')],
  ] as const
  for (const [{ status, json }, expected] of replies) expect([status, json]).toMatchObject(expected)
  expect((await upload(exporter, 'preview', archive)).status).toBe(200)
  expect((await exporter.get('/api/v1/session')).json).toMatchObject({ pages: expect.arrayContaining(['/iam-backup']) })
})

test('exports and imports are in the audit log, without secret keys', async () => {
  const { user } = await team()
  await imported(await exported())
  const audited = () => given.server.log.join('').match(/"call":"iamBackup\.(export|import)"/g) ?? []
  await expect.poll(audited).toEqual(expect.arrayContaining(['"call":"iamBackup.export"', '"call":"iamBackup.import"']))
  expect(given.server.log.join('')).not.toContain(user.secretKey)
})

test.each<[string, () => Promise<Buffer>, string]>([
  ['no archive', async () => Buffer.from('not a zip'), 'it isn’t a ZIP archive'],
  ['an archive of something else', () => writeArchive(new Map([['a.txt', 'x']])), 'iam-assets'],
  ['an archive cut short', async () => (await exported()).subarray(0, -30), 'it isn’t a ZIP archive'],
])('%s is refused', async (_what, archive, reason) => {
  for (const call of ['preview', 'import'] as const) {
    const { status, json } = await upload(root, call, await archive())
    expect([status, json]).toMatchObject([400, { code: 'InvalidIamBackup', message: expect.stringContaining(reason) }])
  }
})

test('a form without an archive is refused, and so is one that is too large', async () => {
  const empty = await root.call('POST', `${BACKUP}/preview`, { form: [{ name: 'other', content: 'x' }] })
  expect(empty.outcome).toBe('400 InvalidInput')
  expect((await upload(root, 'preview', Buffer.alloc(33 * 1024 * 1024))).outcome).toBe('413 BodyTooLarge')
})
