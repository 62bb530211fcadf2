import { accountsOf, allow, TestWebhook, uniqueName } from '@cooperage/testkit'
import { encryptAdminPayload } from '@cooperage/wire'
import { afterAll, describe, expect, test } from 'vitest'
import { startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const PARTS = 'unsupported settings are rejected by name instead of being accepted and ignored'

const hook = new TestWebhook()
const server = await startOwnServer()
await hook.up()
afterAll(async () => {
  await hook.down()
  await server.stop()
})

const json = (text: string) => JSON.parse(text)

describe('get-config-kv', () => {
  test('returns the line of a section', async () => {
    expect(await server.getConfig('region')).toBe('region name= \n')
    expect(await server.getConfig('notify_webhook')).toBe(
      differs(
        {
          engine: 'notify_webhook enable=off endpoint= auth_token= queue_limit=0 queue_dir= \n',
          minio: 'notify_webhook enable=off endpoint= auth_token= queue_limit=0 queue_dir= client_cert= client_key= \n',
        },
        PARTS,
      ),
    )
  })

  test.each([
    ['ghost', 'unknown subsystem: ghost'],
    ['', 'unknown subsystem: '],
    ['audit_webhook:nope', 'there is no target `nope` for subsystem `audit_webhook`'],
    ['site:x', 'there is no target `x` for subsystem `site`'],
    ['cache', 'unknown subsystem: cache'],
    // They need several drives.
    ['heal', 'unknown subsystem: heal'],
    ['storage_class', 'unknown subsystem: storage_class'],
  ])('rejects the unknown key "%s"', async (key, message) => {
    expect((await server.admin('get-config-kv', { query: { key } })).refusal).toBe(`400 XMinioConfigError: ${message}`)
  })

  test('returns all targets of a section, the unnamed one without a name', async () => {
    await server.setConfig('audit_webhook:one endpoint=http://127.0.0.1:9/a enable=off')
    const lines = (await server.getConfig('audit_webhook')).trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'audit_webhook enable=off',
      'audit_webhook:one enable=off',
    ])
    expect(await server.getConfig('audit_webhook:one')).toMatch(/^audit_webhook:one enable=off endpoint=\S+ .*\n$/)
    await server.deleteConfig('audit_webhook:one')
  })

  test('names no environment variable where none is set', async () => {
    const response = await server.admin('get-config-kv', { query: { key: 'region', env: '' } })
    expect(await server.clear(response)).toBe('region name= \n')
  })

  test('requires a key', async () => {
    expect((await server.admin('get-config-kv')).outcome).toBe('426 XMinioAdminVersionMismatch')
  })

  test('rejects an unsupported section by name', async () => {
    const response = await server.admin('get-config-kv', { query: { key: 'compression' } })
    expect(response.outcome).toBe(differs({ engine: '501 NotImplemented', minio: '200' }, PARTS))
  })
})

describe('set-config-kv', () => {
  test.each([
    ['notify_webhook:a endpoint=http://127.0.0.1:9999/a max_retry=5 enable=off', 'max_retry'],
    ['audit_webhook:b endpoint=http://127.0.0.1:9999/b http_timeout=5s retries=4 enable=off', 'retries'],
    ['region comment=x commment=typo', 'commment'],
  ])('refuses the unknown key in "%s" by name', async (text, key) => {
    const before = await server.clear(await server.admin('config'))
    const response = await server.setConfig(text)
    const named = response.text.includes(`unknown key '${key}'`)
    expect([response.outcome, named]).toEqual(
      differs(
        {
          engine: ['400 XMinioConfigError', true],
          minio: ['200', false],
        },
        'MinIO reads an unknown key as a part of the value before it',
      ),
    )
    if (server.kind === 'engine') expect(await server.clear(await server.admin('config'))).toBe(before)
    else await server.deleteConfig(text.slice(0, text.indexOf(' ')))
  })

  test('stores the lines of tutorials', async () => {
    const line =
      'notify_webhook:c endpoint=http://127.0.0.1:9999/c auth_token="Bearer abc def" queue_dir=/tmp/events queue_limit=100 comment="from a tutorial" enable=off'
    expect((await server.setConfig(line)).outcome).toBe('200')
    await server.deleteConfig('notify_webhook:c')
  })

  test.each([
    ['', 'input arguments cannot be empty'],
    ['ghost a=1', 'unknown sub-system ghost a=1'],
    ['# x', 'unknown sub-system # x'],
    ['site', "sub-system 'site' must have key"],
    ['site ', "sub-system 'site' cannot have empty keys"],
    ['site ghost=1', "sub-system 'site' cannot have empty keys"],
    ['site:x region=aa', "sub-system 'site' only supports single target"],
    [
      'notify_webhook:no queue_limit=3',
      "'endpoint' is not optional for 'notify_webhook' sub-system, please check 'notify_webhook' documentation",
    ],
    [
      'audit_webhook:no queue_size=3',
      "'endpoint' is not optional for 'audit_webhook' sub-system, please check 'audit_webhook' documentation",
    ],
  ])('rejects the malformed line "%s"', async (text, message) => {
    expect((await server.setConfig(text)).refusal).toBe(`400 XMinioConfigError: ${message}`)
  })

  test.each([
    ['site region=9bad', "region '9bad' is invalid, expected simple characters such as [us-east-1, myregion...]"],
    ['site name=BAD', "site name 'BAD' is invalid, expected simple characters such as [cal-rack0, myname...]"],
    ['api stale_uploads_expiry=abc', 'time: invalid duration "abc"'],
    ['api stale_uploads_cleanup_interval=5', 'time: missing unit in duration "5"'],
    ['audit_webhook:bad endpoint=nonsense', 'unexpected scheme found '],
    ['logger_webhook:bad endpoint=ftp://127.0.0.1:21/', 'unexpected scheme found ftp'],
    ['notify_webhook:bad endpoint=nonsense', 'unexpected scheme found '],
    ['audit_webhook:bad endpoint=http://127.0.0.1/ queue_size=x', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['notify_webhook:bad endpoint=http://127.0.0.1:1/ enable=maybe', "ParseBool: parsing 'maybe': invalid syntax"],
    [
      'audit_webhook:bad endpoint=http://127.0.0.1/ retry_interval=2m',
      "maximum allowed value for retry interval is '1m': 2m",
    ],
    ['audit_webhook:bad endpoint=http://127.0.0.1/ http_timeout=1', 'time: missing unit in duration "1"'],
    [
      'notify_webhook:dead endpoint=http://127.0.0.1:1/x',
      'error (dead:webhook): dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    [
      'identity_openid config_url=http://127.0.0.1:1/.well-known/openid-configuration client_id=a client_secret=b',
      'Get "http://127.0.0.1:1/.well-known/openid-configuration": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
  ])('rejects the value in "%s"', async (text, message) => {
    expect((await server.setConfig(text)).refusal).toBe(`400 XMinioAdminConfigBadJSON: ${message}`)
  })

  test('rejects a duration that is not positive', async () => {
    expect((await server.setConfig('api stale_uploads_expiry=-1h')).outcome).toBe(
      differs(
        { engine: '400 XMinioAdminConfigBadJSON', minio: '200' },
        'every upload in progress would be aborted immediately',
      ),
    )
    await server.setConfig('api stale_uploads_expiry=24h')
  })

  test.each([
    ['compression enable=on', 'compression is not implemented by this server.'],
    ['api gzip_objects=on', 'api gzip_objects is not implemented by this server.'],
  ])('refuses "%s" by name', async (text, message) => {
    const response = await server.setConfig(text)
    expect([response.outcome, response.status === 200 ? '' : json(response.text).Message]).toEqual(
      differs(
        {
          engine: ['501 NotImplemented', message],
          minio: ['200', ''],
        },
        PARTS,
      ),
    )
  })

  test('takes effect immediately when the response says so', async () => {
    const response = await server.setConfig('api stale_uploads_expiry=48h')
    expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, 'true'])
    expect(await server.getConfig('api')).toContain(' stale_uploads_expiry=48h ')
  })

  test('otherwise takes effect after a restart', async () => {
    const response = await server.setConfig('site region=eu-west-9 comment="two words"')
    expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, undefined])
    expect(await server.getConfig('site')).toBe('site name= region= \n')
    await server.restart()
    expect(await server.getConfig('site')).toMatch(/^site name=\w+ region=eu-west-9 comment="two words" \n$/)
    const inRegion = await server.request({ method: 'GET', region: 'eu-west-9' })
    expect([inRegion.status, inRegion.headers['x-amz-bucket-region']]).toEqual([200, 'eu-west-9'])
    expect(json((await server.admin('info')).text).region).toBe('eu-west-9')
    expect((await server.deleteConfig('site')).status).toBe(200)
    await server.restart()
  })

  test.each([
    ['api stale_uploads_expiry=24h', 'true'],
    ['audit_webhook:live endpoint=http://127.0.0.1:9/x enable=off', 'true'],
    ['logger_webhook:live endpoint=http://127.0.0.1:9/x enable=off', 'true'],
    ['notify_webhook:late endpoint=http://127.0.0.1:9/x enable=off', undefined],
    ['site comment=x', undefined],
    ['region name=eu-1', undefined],
  ])('"%s" is applied immediately: %s', async (text, applied) => {
    const response = await server.setConfig(text)
    expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, applied])
    const reset = await server.deleteConfig(text.split(' ', 1)[0] ?? '')
    expect([reset.status, reset.headers['x-minio-config-applied']]).toEqual([200, applied])
  })

  test('rejects the section cache, which only older servers have', async () => {
    const response = await server.setConfig('cache drives=/mnt/a')
    expect([response.outcome, json(response.text).Message]).toEqual([
      '400 XMinioConfigError',
      differs(
        {
          engine: 'unknown sub-system cache drives=/mnt/a',
          minio: "sub-system 'cache' cannot have empty keys",
        },
        'MinIO still knows the name',
      ),
    ])
  })

  test('keeps the values that a change leaves out, and switches the target on unless the change says otherwise', async () => {
    await server.setConfig(`audit_webhook:kept endpoint=${hook.url}/kept comment=first enable=off`)
    expect(await server.getConfig('audit_webhook:kept')).toMatch(/^audit_webhook:kept enable=off /)
    expect((await server.setConfig('audit_webhook:kept comment=second')).status).toBe(200)
    const text = await server.getConfig('audit_webhook:kept')
    expect(text).toContain(`endpoint=${hook.url}/kept `)
    expect(text).toContain('comment=second')
    expect(text).not.toContain('enable=off')
    await server.deleteConfig('audit_webhook:kept')
  })

  test.each([
    ['compression extensions=.txt', 'true'],
    ['scanner speed=slow', 'true'],
    ['subnet proxy=', 'true'],
    ['callhome enable=off', 'true'],
    ['drive max_timeout=40s', 'true'],
    ['ilm transition_workers=50', 'true'],
    ['batch keyrotation_workers_wait=1ms', 'true'],
    ['browser hsts_seconds=1', 'true'],
    ['identity_openid enable=off', undefined],
    ['identity_ldap enable=off', undefined],
  ])('of a section of MinIO, "%s" is applied immediately: %s', async (text, applied) => {
    const [section = ''] = text.split(' ', 1)
    const response = await server.setConfig(text)
    const isKnown = response.status !== 501
    if (!isKnown)
      expect([server.kind, json(response.text).Message]).toEqual(['engine', expect.stringContaining(section)])
    else expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, applied])
    if (isKnown) expect((await server.deleteConfig(section)).headers['x-minio-config-applied']).toBe(applied)
  })

  test('stores an etcd that does not respond, without connecting to it', async () => {
    const response = await server.setConfig('etcd endpoints=http://127.0.0.1:1')
    expect([response.outcome, response.headers['x-minio-config-applied']]).toEqual(
      differs(
        {
          engine: ['501 NotImplemented', undefined],
          minio: ['200', undefined],
        },
        PARTS,
      ),
    )
    if (response.status === 200) expect((await server.deleteConfig('etcd')).status).toBe(200)
  })

  test('accepts an unreachable target that is disabled', async () => {
    expect((await server.setConfig('notify_webhook:off endpoint=http://127.0.0.1:1/x enable=off')).status).toBe(200)
    expect((await server.deleteConfig('notify_webhook:off')).status).toBe(200)
  })

  test('hides secrets from readers', async () => {
    const target = uniqueName('t').replaceAll('-', '')
    await server.setConfig(`audit_webhook:${target} endpoint=${hook.url}/a auth_token=hidden-token enable=off`)
    expect(await server.getConfig(`audit_webhook:${target}`)).not.toContain('auth_token')
    expect(await server.clear(await server.admin('config'))).toContain('auth_token=hidden-token')
    await server.deleteConfig(`audit_webhook:${target}`)
  })

  test('rejects a body that is not encrypted', async () => {
    const response = await server.admin('set-config-kv', { method: 'PUT', body: 'site name=plain' })
    expect(response.refusal).toBe('400 XMinioAdminConfigBadJSON: JSON configuration provided is of incorrect format')
  })
})

describe('del-config-kv', () => {
  test.each([
    [
      'audit_webhook:zz',
      '404 XMinioConfigNotFoundError',
      'sub-system audit_webhook:zz already deleted or does not exist',
    ],
    ['site ghost', '404 XMinioConfigNotFoundError', "key ghost doesn't exist"],
    ['ghost', '400 XMinioConfigError', 'unknown sub-system ghost'],
    ['site:x', '400 XMinioConfigError', "sub-system 'site' only supports single target"],
  ])('cannot reset "%s"', async (text, outcome, message) => {
    expect((await server.deleteConfig(text)).refusal).toBe(`${outcome}: ${message}`)
  })

  test('resets one key', async () => {
    await server.setConfig('api stale_uploads_expiry=5h')
    const response = await server.deleteConfig('api stale_uploads_expiry')
    expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, 'true'])
    expect(await server.getConfig('api')).toContain(' stale_uploads_expiry=24h ')
  })

  test('resets a section twice', async () => {
    expect((await server.deleteConfig('site')).status).toBe(200)
    expect((await server.deleteConfig('site')).status).toBe(200)
  })
})

describe('help-config-kv', () => {
  const help = (query: Record<string, string>) => server.admin('help-config-kv', { query })

  test('names the sections', async () => {
    const response = await help({ subSys: '', key: '' })
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const names = json(response.text).keysHelp.map(({ key }: { key: string }) => key)
    expect(names).toEqual(
      expect.arrayContaining(['site', 'api', 'identity_openid', 'logger_webhook', 'audit_webhook', 'notify_webhook']),
    )
    expect(names.includes('compression')).toBe(differs({ engine: false, minio: true }, PARTS))
  })

  test('names the keys of a section with their kinds', async () => {
    const { keysHelp, multipleTargets } = json((await help({ subSys: 'site', key: '' })).text)
    expect(multipleTargets).toBe(false)
    const shown = keysHelp.map(({ key, type, optional }: Record<string, unknown>) => [key, type, optional])
    expect(shown).toEqual([
      ['name', 'string', true],
      ['region', 'string', true],
      ['comment', 'sentence', true],
    ])
  })

  test('reports which keys of a webhook are required', async () => {
    const { keysHelp, multipleTargets } = json((await help({ subSys: 'notify_webhook', key: '' })).text)
    expect(multipleTargets).toBe(true)
    const shown = keysHelp.map(({ key, type, optional }: Record<string, unknown>) => [key, type, optional])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['enable', 'on|off', false],
        ['endpoint', 'url', false],
        ['auth_token', 'string', true],
        ['queue_limit', 'number', true],
        ['comment', 'sentence', true],
      ]),
    )
  })

  test('returns one key, also as an environment variable', async () => {
    expect(json((await help({ subSys: 'site', key: 'region' })).text).keysHelp).toHaveLength(1)
    expect(json((await help({ subSys: 'site', key: 'region', env: '' })).text).keysHelp[0].key).toBe(
      'MINIO_SITE_REGION',
    )
  })

  test.each([
    [{ subSys: 'ghost', key: '' }, 'unknown sub-system ghost'],
    [{ subSys: 'site', key: 'ghost' }, 'unknown key ghost for sub-system site'],
  ])('rejects the unknown key in %j', async (query, message) => {
    expect((await help(query)).refusal).toBe(`400 XMinioConfigError: ${message}`)
  })

  test('requires both parameters', async () => {
    const response = await server.admin('help-config-kv', { query: { subSys: 'site' } })
    expect(response.outcome).toBe('426 XMinioAdminVersionMismatch')
  })
})

describe('The history', () => {
  const history = async (count: string) =>
    json(await server.clear(await server.admin('list-config-history-kv', { query: { count } })))
  const clear = (restoreId: string) =>
    server.admin('clear-config-history-kv', { method: 'DELETE', query: { restoreId } })
  const restore = (restoreId: string) =>
    server.admin('restore-config-history-kv', { method: 'PUT', query: { restoreId } })

  test('keeps previous settings, including secrets, and restores them', async () => {
    expect((await clear('all')).status).toBe(200)
    await server.setConfig('api stale_uploads_expiry=7h')
    await server.setConfig('api stale_uploads_expiry=8h')
    const entries = await history('10')
    expect(entries).toMatchObject([
      { restoreId: expect.stringMatching(/^[0-9a-f-]{36}$/), data: 'api stale_uploads_expiry=7h' },
      { createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), data: 'api stale_uploads_expiry=8h' },
    ])
    // Which entry MinIO returns is arbitrary, because it truncates the list before sorting.
    expect(await history('1')).toHaveLength(1)
    expect((await restore(entries[0].restoreId)).status).toBe(200)
    expect(await history('10')).toEqual([entries[1]])
    expect((await clear(entries[1].restoreId)).status).toBe(200)
  })

  test('rejects restoring an unknown entry', async () => {
    expect((await restore('nope')).refusal).toBe('404 XMinioConfigError: config file not found')
    expect((await restore('')).outcome).toBe('400 InvalidRequest')
    expect((await clear('')).outcome).toBe('400 InvalidRequest')
    expect((await clear('nope')).status).toBe(200)
  })

  test.each(['x', '-1'])('rejects the count "%s"', async (count) => {
    const response = await server.admin('list-config-history-kv', { query: { count } })
    expect(response.outcome).toBe('426 XMinioAdminVersionMismatch')
  })
})

describe('A whole configuration', () => {
  const replace = async (text: string) => {
    const body = await encryptAdminPayload(server.root.secretKey, Buffer.from(text), { algorithm: 2 })
    return await server.admin('config', { method: 'PUT', body })
  }

  test('is replaced after a restart: what is left out returns to its default', async () => {
    await server.setConfig('audit_webhook:gone endpoint=http://127.0.0.1:9/a enable=off')
    const response = await replace('api stale_uploads_expiry=7h\n')
    expect([response.status, response.headers['x-minio-config-applied']]).toEqual([200, undefined])
    await server.restart()
    const text = await server.clear(await server.admin('config'))
    expect(text).toMatch(/^api .*stale_uploads_expiry=7h/m)
    expect(text).not.toContain('audit_webhook:gone')
    await server.setConfig('api stale_uploads_expiry=24h')
  })

  test.each([
    ['api stale_uploads_expiry=soon', 'XMinioAdminConfigBadJSON', 'time: invalid duration "soon"'],
    ['site region=9bad', 'XMinioAdminConfigBadJSON', "region '9bad' is invalid, expected simple characters"],
    ['audit_webhook:a endpoint=nonsense', 'XMinioAdminConfigBadJSON', 'unexpected scheme found '],
    ['ghost a=1', 'XMinioConfigError', 'unknown sub-system ghost a=1'],
    ['site ghost=1', 'XMinioConfigError', "sub-system 'site' cannot have empty keys"],
  ])('is refused as a whole for "%s"', async (text, code, message) => {
    const before = await server.clear(await server.admin('config'))
    const response = await replace(`api stale_uploads_expiry=9h\n${text}\n`)
    expect([response.outcome, json(response.text).Message]).toEqual([`400 ${code}`, expect.stringContaining(message)])
    expect(await server.clear(await server.admin('config'))).toBe(before)
  })

  test('is refused if it is not encrypted', async () => {
    const response = await server.admin('config', { method: 'PUT', body: 'site name=plain' })
    expect(response.outcome).toBe('400 XMinioAdminConfigBadJSON')
  })
})

test.each([
  ['GET', 'get-config-kv', { key: 'api' }],
  ['PUT', 'set-config-kv', {}],
  ['DELETE', 'del-config-kv', {}],
  ['GET', 'help-config-kv', { subSys: '', key: '' }],
  ['GET', 'config', {}],
  ['PUT', 'config', {}],
  ['GET', 'list-config-history-kv', { count: '1' }],
  ['PUT', 'restore-config-history-kv', { restoreId: 'x' }],
  ['DELETE', 'clear-config-history-kv', { restoreId: 'all' }],
])('%s %s needs a permission', async (method, call, query) => {
  const credentials = await accountsOf(server).allowed(allow(['s3:GetObject'], '*'))
  const response = await server.admin(call, { method, query: query as Record<string, string>, credentials })
  expect(response.outcome).toBe('403 AccessDenied')
})

test('a whole configuration is exported and imported', async () => {
  const exported = await server.clear(await server.admin('config'))
  expect(exported).toContain('\n# audit_webhook enable=off ')
  const body = await encryptAdminPayload(server.root.secretKey, Buffer.from(exported), { algorithm: 2 })
  expect((await server.admin('config', { method: 'PUT', body })).status).toBe(200)
  expect(await server.clear(await server.admin('config'))).toBe(exported)
})
