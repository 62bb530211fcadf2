/** Users, groups, policies and access keys that a migration takes along (decision 42). */
import {
  type AccountFacts,
  type AccountResult,
  fittingInOneCall,
  MAX_NEW_ACCOUNTS_BYTES,
  type NewAccount,
  type PlannedAccount,
  planAccounts,
} from '@cooperage/contract'
import {
  accountsOf,
  allow,
  send,
  startMoto,
  startTarget,
  startTestEngine,
  startVersitygw,
  tempFolder,
} from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { startSeveralServers } from '../../src/index.ts'
import { auditedIn, builtWeb } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { signedInTo } from './several-servers.ts'

const folder = tempFolder('accounts')
const log: string[] = []
const secrets = new Map<string, string>()

const READ = allow(['s3:GetObject'], 'photos/*')
const documentOf = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })
const MIXED = documentOf(READ, { Effect: 'Allow', Action: ['admin:ServerInfo'] })
const OF_LDAP = documentOf({ ...READ, Condition: { StringEquals: { 'ldap:username': ['anna'] } } })
const DENYING = documentOf({
  Effect: 'Deny',
  Action: ['s3:*'],
  Resource: ['arn:aws:s3:::*'],
  Condition: { StringEquals: { 'jwt:sub': ['x'] } },
})

const [first, paris, rome, plain, moto] = await Promise.all([
  startTarget(),
  startTestEngine(),
  startTarget(),
  startVersitygw({ keepsVersions: false }),
  startMoto(),
])
const berlin = first
const others = { paris, rome, plain }
const cloud = moto
const server = await startSeveralServers({
  host: '127.0.0.1',
  port: 0,
  dataDir: folder.path,
  webRoot: builtWeb(folder.path),
  log: (line) => log.push(line),
  servers: Object.entries({ berlin, ...others, cloud }).map(([name, { url }]) => ({
    name,
    title: name,
    color: 'gray' as const,
    storageUrl: new URL(url),
  })),
})
const user = await signedInTo(server.url, { berlin, ...others, cloud })
await fillBerlin()
/** The archive of Berlin's accounts, and their secret keys, by access keys. */
const archive = (await user.get('/servers/berlin/api/v1/iam-backup')).bytes

afterAll(async () => {
  await server.close()
  await Promise.all([berlin, cloud, ...Object.values(others ?? {})].map((one) => one?.stop()))
  folder.remove()
})

async function post(path: string, json: object, method = 'POST'): Promise<unknown> {
  const reply = await user.call(method, `/servers/berlin/api/v1${path}`, { json })
  expect([path, reply.status, reply.text]).toEqual([path, expect.toSatisfy((status) => status < 300), reply.text])
  return reply.json
}

async function fillBerlin(): Promise<void> {
  const policies = { reading: documentOf(READ), mixed: MIXED, directory: OF_LDAP, denying: DENYING }
  for (const [name, policy] of Object.entries(policies)) await post('/policies', { name, policy, replaces: '' })
  for (const accessKey of ['anna', 'bruno', 'carla', 'dora']) {
    secrets.set(accessKey, `secret-of-${accessKey}`)
    await post('/users', { accessKey, secretKey: `secret-of-${accessKey}`, groups: [] })
  }
  await post('/groups', { group: 'devs', members: ['anna', 'bruno'] })
  await post('/groups', { group: 'denied', members: ['dora'] })
  const attach = (entityType: string, entityName: string, ...names: string[]) =>
    post('/set-policy', { entityType, entityName, policies: names, replaces: [] }, 'PUT')
  await attach('user', 'anna', 'mixed', 'directory')
  await attach('group', 'devs', 'reading')
  await attach('group', 'denied', 'denying')
  await post('/user?name=bruno', { status: 'disabled' }, 'PUT')
  const keys = {
    plain: { targetUser: 'anna' },
    limited: { targetUser: 'anna', name: 'limited', policy: documentOf(READ) },
  }
  for (const [name, key] of Object.entries(keys)) {
    const secretKey = `secret-of-${name}-key`
    secrets.set(`KEY-${name}`, secretKey)
    await post('/service-accounts', { ...key, accessKey: `KEY-${name}`, secretKey })
  }
}

async function factsOf(name: string): Promise<AccountFacts> {
  const { status, json, text } = await user.get(`/servers/${name}/api/v1/servers/accounts`)
  expect([status, text]).toEqual([200, expect.any(String)])
  return json as AccountFacts
}

const FILE = () => ({ name: 'file', fileName: 'backup.zip', content: archive, type: 'application/zip' })

async function archived(name: string): Promise<AccountFacts> {
  const { status, json, text } = await user.call('POST', `/servers/${name}/api/v1/servers/accounts/archive`, {
    form: [FILE()],
  })
  expect([status, text]).toEqual([200, expect.any(String)])
  for (const secret of secrets.values()) expect(text).not.toContain(secret)
  return json as AccountFacts
}

async function create(name: string, plan: readonly PlannedAccount[], hasArchive: boolean): Promise<AccountResult[]> {
  const wanted = plan.flatMap(({ make }) => (make === undefined ? [] : [make]))
  const results: AccountResult[] = []
  while (results.length < wanted.length) {
    const rest = wanted.slice(results.length)
    const content = JSON.stringify(rest.slice(0, fittingInOneCall(rest)))
    const form = [{ name: 'accounts', content }, ...(hasArchive ? [FILE()] : [])]
    const reply = await user.call('POST', `/servers/${name}/api/v1/servers/accounts`, { form })
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
    results.push(...(reply.json as { results: AccountResult[] }).results)
  }
  return results
}

/** What isn't taken, why, and what is lost of what is. */
function said(plan: readonly PlannedAccount[]): string[] {
  return plan
    .flatMap(({ kind, name, why, names, lost }) => [
      ...(why === '' ? [] : [[kind, name, why, ...names].join(' ')]),
      ...lost.map((one) => [kind, name, 'lacks', one.what, ...one.names].join(' ')),
    ])
    .sort()
}

const made = (results: readonly AccountResult[]) =>
  results.map(({ kind, name, outcome, keepsSecret, credentials, message, detail }) =>
    [
      kind,
      name,
      outcome,
      message,
      detail,
      ...(keepsSecret ? ['secret kept'] : []),
      ...(credentials ? ['new keys'] : []),
    ]
      .filter((text) => text !== '')
      .join(' '),
  )

/** Whether a server accepts these keys. */
async function opens(name: keyof typeof others, credentials: Credentials | undefined): Promise<boolean> {
  if (credentials === undefined) return false
  const { text } = await send({ url: others[name].url, credentials, method: 'GET' })
  return !/InvalidAccessKeyId|SignatureDoesNotMatch/.test(text)
}

test('takes everything of an archive to a server of the same kind, with secret keys, once', async () => {
  const plan = planAccounts(await archived('paris'), await factsOf('paris'), Date.now())
  expect(said(plan)).toEqual([])
  const results = await create('paris', plan, true)
  expect(made(results).sort()).toEqual([
    'group denied created',
    'group devs created',
    'key KEY-limited created secret kept',
    'key KEY-plain created secret kept',
    'policy denying created',
    'policy directory created',
    'policy mixed created',
    'policy reading created',
    'user anna created secret kept',
    'user bruno created secret kept',
    'user carla created secret kept',
    'user dora created secret kept',
  ])
  expect(await opens('paris', { accessKey: 'anna', secretKey: 'secret-of-anna' })).toBe(true)
  expect(await opens('paris', { accessKey: 'KEY-plain', secretKey: 'secret-of-plain-key' })).toBe(true)
  // A disabled user stays disabled.
  expect(await opens('paris', { accessKey: 'bruno', secretKey: 'secret-of-bruno' })).toBe(false)
  // Both servers say the same of them now, so nothing is left to do.
  const [here, there] = [await factsOf('berlin'), await factsOf('paris')]
  const again = planAccounts(here, there, Date.now())
  expect(again.map(({ outcome }) => outcome)).toEqual(again.map(() => 'same'))
  const { policy = '' } = there.keys.find(({ accessKey }) => accessKey === 'KEY-limited') ?? {}
  expect(JSON.parse(policy)).toMatchObject({ Statement: [{ Action: ['s3:GetObject'] }] })
  expect(log.join('')).not.toContain('secret-of-')
})

test('gives users and keys new secret keys without an archive, and changes nothing that is there', async () => {
  await accountsOf(others.rome).user()
  const put = await user.call('POST', '/servers/rome/api/v1/policies', {
    json: { name: 'reading', policy: documentOf(allow(['s3:PutObject'], 'photos/*')), replaces: '' },
  })
  expect(put.status).toBe(201)
  const plan = planAccounts(await factsOf('paris'), await factsOf('rome'), Date.now())
  expect(said(plan)).toEqual([
    'group devs policyDiffers reading',
    'policy reading differs',
    'user anna lacks groups devs',
    'user bruno lacks groups devs',
  ])
  const results = await create('rome', plan, false)
  const keys = new Map(results.flatMap(({ name, credentials }) => (credentials ? [[name, credentials]] : [])))
  expect([...keys.keys()].sort()).toEqual(['KEY-limited', 'KEY-plain', 'anna', 'bruno', 'carla', 'dora'])
  for (const name of ['anna', 'KEY-plain']) {
    expect(await opens('rome', keys.get(name))).toBe(true)
  }
  for (const { secretKey } of keys.values()) expect(log.join('')).not.toContain(secretKey)
  // A page that shows an old state changes nothing either: no secret key is replaced.
  expect(made(await create('rome', plan, true))).toEqual(
    made(results).map((line) => line.replace(/ created.*/, ' exists')),
  )
  expect(await opens('rome', keys.get('carla'))).toBe(true)
})

test('takes an archive to IAM as far as that has the like, and says what is lost', async () => {
  const plan = planAccounts(await archived('cloud'), await factsOf('cloud'), Date.now())
  expect(said(plan)).toEqual([
    'group denied withoutDenial denying',
    'key KEY-limited notExpressible policy',
    'key KEY-plain lacks accessKey',
    'policy denying notExpressible jwt:sub',
    'policy directory notExpressible ldap:username',
    'policy mixed lacks actions admin:ServerInfo',
    'user anna lacks accessKey',
    'user anna lacks policies directory',
    'user bruno lacks disabled',
    'user bruno lacks groups devs',
    'user carla lacks accessKey',
    'user dora withoutDenial denied',
  ])
  const results = await create('cloud', plan, true)
  expect(made(results)).toEqual([
    'policy mixed created',
    'policy reading created',
    'group devs created',
    'user anna created new keys',
    'user bruno created',
    'user carla created new keys',
    'key KEY-plain created new keys',
  ])
  const there = await factsOf('cloud')
  expect(there.users).toEqual(
    expect.arrayContaining([{ name: 'anna', isEnabled: true, policies: ['mixed'], groups: ['devs'], boundary: '' }]),
  )
  expect(there.keys.filter(({ parent }) => parent === 'bruno')).toEqual([])
  const mixed = there.policies.find(({ name }) => name === 'mixed')
  expect(JSON.parse(mixed?.document ?? '')).toEqual({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }],
  })
  // A second run creates no further keys.
  const again = planAccounts(await archived('cloud'), there, Date.now())
  expect(again.filter(({ outcome }) => outcome === 'create')).toEqual([])
})

test('takes users of IAM to MinIO’s admin API with new secret keys', async () => {
  const backup = await cloud.addUser('backup', ['s3:GetObject', 'iam:ListUsers'])
  const source = await factsOf('cloud')
  const wanted = { ...source, users: source.users.filter(({ name }) => name === 'backup') }
  wanted.keys = source.keys.filter(({ parent }) => parent === 'backup')
  wanted.policies = source.policies.filter(({ name }) => name === 'user:backup/rights')
  wanted.groups = []
  const plan = planAccounts(wanted, await factsOf('paris'), Date.now())
  expect(said(plan)).toEqual([
    'policy user:backup/rights lacks actions iam:ListUsers',
    'policy user:backup/rights lacks name user-backup-rights',
  ])
  expect(made(await create('paris', plan, false))).toEqual([
    'policy user-backup-rights created',
    'user backup created new keys',
    `key ${backup.accessKey} created new keys`,
  ])
  expect((await factsOf('paris')).users).toEqual(
    expect.arrayContaining([
      { name: 'backup', isEnabled: true, policies: ['user-backup-rights'], groups: [], boundary: '' },
    ]),
  )
})

test('finds that everything is there after it was taken to another kind, however it was rewritten', async () => {
  const statement = { Effect: 'Allow', Resource: 'arn:aws-cn:s3:::photos', Action: 's3:ListBucket' }
  const Condition = { StringLike: { 's3:prefix': 'a/*' }, Bool: { 'aws:SecureTransport': 'true' } }
  const document = JSON.stringify({ Version: '2012-10-17', Id: 'x', Statement: { ...statement, Condition } })
  const nothing = { groups: [], keys: [], directory: [] }
  const source: AccountFacts = {
    ...nothing,
    ...{ api: 'iam', product: 'Amazon S3' },
    policies: [{ name: 'listing', document, isBuiltIn: false }],
    users: [{ name: 'hugo', isEnabled: true, policies: ['listing'], groups: [], boundary: '' }],
  }
  const outcomes = async () =>
    planAccounts(source, await factsOf('paris'), Date.now()).map(
      ({ name, outcome, why }) => `${name} ${why || outcome}`,
    )
  expect(await outcomes()).toEqual(['listing create', 'hugo create'])
  await create('paris', planAccounts(source, await factsOf('paris'), Date.now()), false)
  expect(await outcomes()).toEqual(['listing same', 'hugo same'])
})

test('says that nothing can be taken to a server without accounts, and creates nothing there', async () => {
  const target = await factsOf('plain')
  expect(target).toMatchObject({ api: 'none', product: 'versitygw', users: [] })
  const plan = planAccounts(await factsOf('berlin'), target, Date.now())
  expect(new Set(plan.map(({ outcome, why }) => `${outcome} ${why}`))).toEqual(new Set(['skip noAccounts']))
  expect(plan.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['policy reading', 'group devs', 'user anna', 'key KEY-plain']),
  )
  const [result] = await create('plain', [{ ...(plan[0] as PlannedAccount), make: POLICY }], false)
  expect(result).toMatchObject({ outcome: 'failed' })
})

const POLICY: NewAccount = { kind: 'policy', name: 'reading', document: documentOf(READ) }

test('leaves nothing half done of what can’t be created as a whole', async () => {
  const plan = [
    { kind: 'user', name: 'elena', isEnabled: true, policies: ['no-such-policy'], groups: [], getsKey: true },
    { kind: 'policy', name: 'odd', document: documentOf({ ...READ, Action: ['s3:NoSuchAction'] }) },
    { kind: 'group', name: 'ops', isEnabled: true, policies: ['no-such-policy'] },
  ] satisfies NewAccount[]
  for (const name of ['paris', 'cloud']) {
    const results = await create(
      name,
      plan.map((make) => ({ make }) as PlannedAccount),
      false,
    )
    expect(results.filter(({ kind }) => kind !== 'policy').map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
    const { users, groups } = await factsOf(name)
    expect([...users, ...groups].map((one) => one.name)).not.toEqual(expect.arrayContaining(['elena']))
    expect(groups.map((one) => one.name)).not.toContain('ops')
  }
})

/** What becomes of accounts that no plan would have. */
async function created(name: string, ...wanted: NewAccount[]): Promise<string[]> {
  const results = await create(
    name,
    wanted.map((make) => ({ make }) as PlannedAccount),
    false,
  )
  return results.map(({ kind, name, outcome }) => `${kind} ${name} ${outcome}`)
}

const newUser = (name: string, with_: Partial<NewAccount & { kind: 'user' }>): NewAccount => ({
  ...{ kind: 'user', name, isEnabled: true, policies: [], groups: [], getsKey: false },
  ...with_,
})

test('creates no group for its member, because that would be without what it denies', async () => {
  for (const name of ['paris', 'cloud']) {
    expect(await created(name, newUser('frida', { groups: ['no-such-group'] }))).toEqual(['user frida failed'])
    const { users, groups } = await factsOf(name)
    expect([...users, ...groups].map((one) => one.name)).not.toEqual(expect.arrayContaining(['frida']))
    expect(groups.map((one) => one.name)).not.toContain('no-such-group')
  }
})

test('creates nothing with what is another one by now', async () => {
  const other = documentOf(allow(['s3:*'], '*'))
  for (const name of ['paris', 'cloud']) {
    const policy = (document: string): NewAccount => ({ kind: 'policy', name: 'changing', document })
    const group = (...policies: string[]): NewAccount => ({
      kind: 'group',
      name: 'changing',
      isEnabled: true,
      policies,
    })
    expect(await created(name, policy(documentOf(READ)), group())).toEqual([
      'policy changing created',
      'group changing created',
    ])
    const wanted = [
      policy(other),
      group('changing'),
      newUser('ines', { policies: ['changing'] }),
      newUser('jana', { groups: ['changing'] }),
      newKey('CHANGING', 'ines'),
    ]
    expect(await created(name, ...wanted)).toEqual([
      'policy changing failed',
      'group changing failed',
      'user ines failed',
      'user jana failed',
      'key CHANGING failed',
    ])
    expect(await created(name, policy(documentOf(READ)), group())).toEqual([
      'policy changing exists',
      'group changing exists',
    ])
    const { users } = await factsOf(name)
    expect(users.map((one) => one.name)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(ines|jana)$/)]))
  }
})

const newKey = (name: string, parent: string, with_: Partial<NewAccount & { kind: 'key' }> = {}): NewAccount => ({
  ...{ kind: 'key', name, parent, owner: { isEnabled: true, policies: [], groups: [] }, isEnabled: true },
  ...{ label: '', description: '', expiry: '', policy: '' },
  ...with_,
})

test('creates keys only for users who have what was planned, and only keys that can do the same', async () => {
  const user_ = newUser('kira', { policies: ['readonly'] })
  const owner = { isEnabled: true, policies: ['readonly'], groups: [] }
  expect(await created('paris', user_, newKey('KIRA', 'kira', { owner }))).toEqual([
    'user kira created',
    'key KIRA created',
  ])
  const others = [
    newUser('kira', { policies: ['readwrite'] }),
    newUser('kira', { policies: ['readonly'], isEnabled: false }),
    newKey('KIRA-2', 'kira'),
    newKey('KIRA-2', 'nobody', { owner }),
    newKey('KIRA', 'kira', { owner, isEnabled: false }),
    newKey('KIRA', 'kira', { owner, policy: documentOf(READ) }),
  ]
  for (const other of others) expect(await created('paris', other)).toEqual([`${other.kind} ${other.name} failed`])
  expect(await created('paris', user_, newKey('KIRA', 'kira', { owner }))).toEqual([
    'user kira exists',
    'key KIRA exists',
  ])
})

test('a user who is disabled has its policies, and stays disabled', async () => {
  for (const name of ['paris', 'rome']) {
    const wanted = newUser('mona', { policies: ['readonly'], isEnabled: false })
    expect(await created(name, wanted)).toEqual(['user mona created'])
    expect((await factsOf(name)).users).toContainEqual({
      ...{ name: 'mona', isEnabled: false, policies: ['readonly'], groups: [], boundary: '' },
    })
    expect(await created(name, wanted)).toEqual(['user mona exists'])
  }
})

test('a key that is disabled never works before it is enabled', async () => {
  const wanted = [newUser('lena', { policies: ['readonly'] })]
  const owner = { isEnabled: true, policies: ['readonly'], groups: [] }
  wanted.push(newKey('LENA', 'lena', { owner, isEnabled: false, policy: documentOf(READ) }))
  const results = await create(
    'paris',
    wanted.map((make) => ({ make }) as PlannedAccount),
    false,
  )
  const credentials = results[1]?.credentials ?? undefined
  expect(await opens('paris', credentials)).toBe(false)
  const there = (await factsOf('paris')).keys.find(({ accessKey }) => accessKey === 'LENA')
  expect(there).toMatchObject({ isEnabled: false, policy: expect.stringContaining('s3:GetObject') })
  const path = '/servers/paris/api/v1/access-keys/LENA'
  expect((await user.call('PUT', path, { json: { status: 'enabled' } })).status).toBe(204)
  expect(await opens('paris', credentials)).toBe(true)
})

test('creates no inline policies in IAM, and attaches none of AWS', async () => {
  const policies = ['user:backup/more', 'group:devs/more', 'aws:AdministratorAccess']
  const wanted: NewAccount[] = policies.map((name) => ({ ...POLICY, name }) as NewAccount)
  const attached = { policies: ['aws:AdministratorAccess'] }
  wanted.push(newUser('gina', attached), { kind: 'group', name: 'more', isEnabled: true, ...attached })
  expect(await created('cloud', ...wanted)).toEqual([
    ...policies.map((name) => `policy ${name} failed`),
    'user gina failed',
    'group more failed',
  ])
  const there = await factsOf('cloud')
  expect(there.users.find(({ name }) => name === 'backup')?.policies).toEqual(['user:backup/rights'])
  expect([...there.users, ...there.groups].map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(gina|more)$/)]),
  )
})

test('the audit trail names what was created, and by whom', async () => {
  const makes: NewAccount[] = [
    { kind: 'group', name: 'audited', isEnabled: true, policies: ['consoleAdmin'] },
    { kind: 'user', name: 'audited-user', isEnabled: true, policies: [], groups: ['audited'], getsKey: true },
    { kind: 'user', name: 'refused-user', isEnabled: true, policies: ['no-such-policy'], groups: [], getsKey: true },
  ]
  const [, created] = await create(
    'paris',
    makes.map((make) => ({ make }) as PlannedAccount),
    false,
  )
  const recorded = () =>
    auditedIn({ log }).filter(({ call, request }) => call === 'servers.createAccounts' && hasName(request, 'audited'))
  await expect.poll(recorded).toMatchObject([
    {
      account: others.paris.root.accessKey,
      outcome: 'refused',
      request: {
        accounts: [
          { ...makes[0], outcome: 'created' },
          { ...makes[1], outcome: 'created', accessKey: 'audited-user' },
          { ...makes[2], outcome: 'failed', message: expect.any(String) },
        ],
      },
    },
  ])
  const secretKey = created?.credentials?.secretKey ?? expect.fail('has no key')
  expect(JSON.stringify(recorded())).not.toContain(secretKey)
})

function hasName(request: unknown, wanted: string): boolean {
  return (request as { accounts: { name: string }[] } | null)?.accounts.some(({ name }) => name === wanted) === true
}

test('takes many accounts along, with one archive for all of them', async () => {
  const groups = Array.from({ length: 60 }, (_, at): NewAccount => {
    return { kind: 'group', name: `many-${at}`, isEnabled: true, policies: [] }
  })
  const results = await create(
    'paris',
    groups.map((make) => ({ make }) as PlannedAccount),
    true,
  )
  expect(made(results)).toEqual(groups.map(({ name }) => `group ${name} created`))
  expect((await factsOf('paris')).groups.filter(({ name }) => name.startsWith('many-'))).toHaveLength(60)
})

test('names the limit of what is too large', async () => {
  const content = ' '.repeat(MAX_NEW_ACCOUNTS_BYTES + 1)
  const LIMIT = String(MAX_NEW_ACCOUNTS_BYTES)
  const path = '/servers/paris/api/v1/servers/accounts'
  const { status, json } = await user.call('POST', path, { form: [{ name: 'accounts', content }] })
  expect([status, json]).toMatchObject([413, { code: 'BodyTooLarge', message: expect.stringContaining(LIMIT) }])
})

test('needs the permissions of the visitor, and input as it is declared', async () => {
  const keys = await accountsOf(berlin).allowed(allow(['s3:*'], '*'))
  const narrow = visitor(server.url)
  expect((await narrow.call('POST', '/servers/berlin/api/v1/login', { json: keys })).status).toBe(201)
  const path = '/servers/berlin/api/v1/servers/accounts'
  expect((await narrow.get(path)).json).toMatchObject({ code: 'AccessDenied' })
  const form = [{ name: 'accounts', content: JSON.stringify([POLICY]) }]
  const denied = (await narrow.call('POST', path, { form })).json as { results: AccountResult[] }
  expect(denied.results).toMatchObject([{ outcome: 'failed', message: expect.stringContaining('permission') }])
  const wrong = ['', '{', '[]', JSON.stringify([{ ...POLICY, kind: 'root' }]), JSON.stringify([{ ...POLICY, more: 1 }])]
  for (const content of wrong) {
    const reply = await user.call('POST', path, { form: [{ name: 'accounts', content }] })
    expect([content, reply.status]).toEqual([content, 400])
  }
})
