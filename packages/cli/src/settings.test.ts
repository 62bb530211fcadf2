import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderHelp } from './help.ts'
import { readSettings, SETTINGS, SettingsError } from './settings.ts'

const read = (args: string[] = [], env: Record<string, string> = {}) => readSettings(args, env)
const complaint = (args: string[], env: Record<string, string> = {}) => {
  try {
    read(args, env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'no complaint'
}

describe('Settings', () => {
  test('have defaults, so that the command starts without any', () => {
    const { settings, givenBy } = read()
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 9090,
      storagePort: 9000,
      sessionHours: 12,
    })
    expect(settings.dataDir).toBe(resolve('cooperage-data'))
    expect(settings.storageUrl).toBeUndefined()
    expect([...givenBy]).toEqual([])
  })

  test('come from the environment, and flags override it', () => {
    const { settings, givenBy } = read(['--port', '8080'], { COOPERAGE_PORT: '7070', COOPERAGE_STORAGE_PORT: '7000' })
    expect([settings.port, settings.storagePort]).toEqual([8080, 7000])
    expect(Object.fromEntries(givenBy)).toEqual({ port: '--port', storagePort: 'COOPERAGE_STORAGE_PORT' })
  })

  test('name the address of each tenant', () => {
    const { settings } = read([], { COOPERAGE_TENANT_URL: 'https://{tenant}.{namespace}.example.com' })
    expect(settings.tenantUrl?.('team-a', 'photos').origin).toBe('https://photos.team-a.example.com')
  })

  test('accept --name=value, and count an empty variable as unset', () => {
    expect(read(['--storage=https://storage.example:9000'], { COOPERAGE_PORT: '' }).settings).toMatchObject({
      storageUrl: new URL('https://storage.example:9000'),
      port: 9090,
    })
  })

  test.each([
    [['--port', 'abc'], '--port must be a port number from 1 to 65535, or 0 for any free port; "abc" was given.'],
    [['--port', '65536'], 'must be a port number'],
    [['--port', '-1'], 'must be a port number'],
    [['--port'], '--port needs a value.'],
    [['--port', '--sample'], '--port needs a value.'],
    [['--port='], '--port needs a value.'],
    [['--port', '1', '--port', '2'], '--port was given twice.'],
    [['--sample=yes'], "--sample doesn't accept a value."],
    [['--prot', '1'], "--prot isn't a setting. Did you mean --port?"],
    [['-p', '1'], "-p isn't a setting."],
    [['--something-else'], "--something-else isn't a setting. --help lists all settings."],
    [['start'], `"start" isn't a setting`],
    [['--host', 'here:80'], '--host must be an IP address or a host name without a port'],
    [['--storage', 'storage:9000'], '--storage must be the http or https address of a storage server'],
    [['--storage', 'http://storage:9000/bucket'], 'must be an address without a path'],
    [
      ['--servers', 'servers.yaml', '--storage', 'http://storage:9000'],
      "--storage applies to one storage server and can't be combined with --servers. Set it for each server in that file.",
    ],
    [
      ['--servers', 'servers.yaml', '--storage-port', '9001'],
      "--storage-port applies to the embedded engine and can't be combined with --servers.",
    ],
    [
      ['--storage', 'http://storage:9000', '--sample'],
      "--sample applies to the embedded engine and can't be combined with --storage.",
    ],
    [
      ['--storage', 'http://storage:9000', '--storage-tls-cert', 'cert.pem', '--storage-tls-key', 'key.pem'],
      "--storage-tls-cert applies to the embedded engine and can't be combined with --storage.",
    ],
    [['--port', '9000'], "The console and the engine can't share port 9000"],
  ])('rejects %j and says what is valid', (args, message) => {
    expect(complaint(args)).toContain(message)
  })

  test.each([
    [{ COOPERAGE_LOG_LEVEL: 'all' }, 'COOPERAGE_LOG_LEVEL must be error, warn, info or debug; "all" was given.'],
    [{ COOPERAGE_LOG_FORMAT: 'xml' }, 'COOPERAGE_LOG_FORMAT must be auto, json or text; "xml" was given.'],
    [{ COOPERAGE_CONSOLE_METRICS_TOKEN: 'hush' }, 'COOPERAGE_CONSOLE_METRICS_TOKEN must have at least 16 characters.'],
    [{ COOPERAGE_LOGIN: 'ldap' }, 'COOPERAGE_LOGIN must be one of form, sso, operator; "ldap" was given.'],
    [{ COOPERAGE_LOGIN: 'operator' }, 'COOPERAGE_LOGIN=operator needs COOPERAGE_MODE=operator'],
    [{ COOPERAGE_LOGIN: 'form', COOPERAGE_MODE: 'operator' }, "in which access keys don't sign in"],
    [{ COOPERAGE_SESSION_HOURS: '500' }, 'COOPERAGE_SESSION_HOURS must be a number of hours from 1 to 168'],
    [{ COOPERAGE_HOSTS: 'nas.lan,http://nas' }, 'COOPERAGE_HOSTS must be host names'],
    [{ COOPERAGE_OUTBOUND_LOOPBACK: 'yes' }, 'COOPERAGE_OUTBOUND_LOOPBACK must be on or off; "yes" was given.'],
    [{ COOPERAGE_HSTS_SECONDS: 'on' }, 'COOPERAGE_HSTS_SECONDS must be a number of seconds'],
    [{ COOPERAGE_TLS_CERT: 'cert.pem' }, "COOPERAGE_TLS_KEY isn't set."],
    [{ COOPERAGE_STORAGE_TLS_KEY: 'key.pem' }, "COOPERAGE_STORAGE_TLS_CERT isn't set."],
    [{ COOPERAGE_HTTP_PORT: '80' }, 'COOPERAGE_HTTP_PORT redirects to HTTPS, which needs COOPERAGE_TLS_CERT.'],
    [{ COOPERAGE_TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/33' }, `("10.0.0.0/33" isn't)`],
    [{ COOPERAGE_MODE: 'cluster' }, 'COOPERAGE_MODE must be storage or operator; "cluster" was given.'],
    [{ COOPERAGE_KUBERNETES_URL: 'http://cluster:6443' }, 'must be the https address of a Kubernetes API server'],
    [{ COOPERAGE_KUBERNETES_NAMESPACES: 'team-a,Team B' }, '"Team B" isn\'t one'],
    [{ COOPERAGE_TENANT_URL: 'https://{tenant}.example.com' }, 'must contain {namespace}'],
    [{ COOPERAGE_TENANT_URL: '{tenant}.{namespace}.example.com' }, 'must be an http or https address'],
    [{ COOPERAGE_TENANT_URL: 'https://me:secret@{namespace}.example.com' }, 'must not contain credentials'],
    [{ COOPERAGE_TENANT_URL: 'https://example.com/{namespace}' }, 'must be an address without a path'],
    [{ COOPERAGE_ROOT_USER: 'root-user' }, "COOPERAGE_ROOT_PASSWORD isn't set."],
    [
      { COOPERAGE_ROOT_USER: 'ab', COOPERAGE_ROOT_PASSWORD: 'long-enough' },
      'COOPERAGE_ROOT_USER must have at least 3 characters',
    ],
  ])('rejects %j and says what is valid', (env, message) => {
    expect(complaint([], env)).toContain(message)
  })

  test('of another cluster are rejected with the embedded one', () => {
    const given = { COOPERAGE_KUBERNETES_URL: 'https://cluster:6443' }
    expect(complaint(['--operator'], given)).toBe(
      "COOPERAGE_KUBERNETES_URL can't be combined with --operator, which starts its own cluster.",
    )
  })

  test('of a storage server are rejected in operator mode', () => {
    expect(complaint(['--storage', 'http://storage:9000'], { COOPERAGE_MODE: 'operator' })).toBe(
      "--storage can't be combined with COOPERAGE_MODE=operator, which manages a cluster.",
    )
    expect(complaint([], { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: 'https://cluster:6443' })).toBe(
      'no complaint',
    )
  })

  test('that are secret are rejected as flags, and never echoed', () => {
    for (const flag of ['--secret', '--root-user', '--root-password']) {
      const message = complaint([flag, 'hush-hush'])
      expect(message).toContain("Secrets aren't accepted on the command line")
      expect(message).toContain(`COOPERAGE_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`)
      expect(message).not.toContain('hush')
    }
    expect(complaint([], { COOPERAGE_SECRET: 'hush' })).toBe('COOPERAGE_SECRET must have at least 16 characters.')
    expect(complaint([], { COOPERAGE_STORAGE_URL: 'http://user:hush@storage:9000' })).not.toContain('hush')
  })

  test('of type on or off are undefined by default', () => {
    const switched = (env = {}) => read([], env).settings.outboundLoopback
    expect([switched(), switched({ COOPERAGE_OUTBOUND_LOOPBACK: 'on' })]).toEqual([undefined, true])
    expect(switched({ COOPERAGE_OUTBOUND_LOOPBACK: 'off' })).toBe(false)
  })

  test('accept Signature Version 2 by default', () => {
    const accepts = (env = {}) => read([], env).settings.signatureV2
    expect([accepts(), accepts({ COOPERAGE_SIGNATURE_V2: 'off' })]).toEqual([true, false])
    expect(complaint([], { COOPERAGE_SIGNATURE_V2: 'no' })).toBe(
      'COOPERAGE_SIGNATURE_V2 must be on or off; "no" was given.',
    )
  })

  test('ignore canned ACLs by default', () => {
    const cannedAcls = (env = {}) => read([], env).settings.cannedAcls
    expect([cannedAcls(), cannedAcls({ COOPERAGE_CANNED_ACLS: 'refuse' })]).toEqual(['ignore', 'refuse'])
    expect(complaint([], { COOPERAGE_CANNED_ACLS: 'public' })).toBe(
      'COOPERAGE_CANNED_ACLS must be ignore or refuse; "public" was given.',
    )
  })

  test('limit the connections to the storage, to 2000 by default', () => {
    const limit = (env = {}) => read([], env).settings.storageConnections
    expect([limit(), limit({ COOPERAGE_STORAGE_CONNECTIONS: '50' })]).toEqual([2000, 50])
    expect(complaint([], { COOPERAGE_STORAGE_CONNECTIONS: '0' })).toBe(
      'COOPERAGE_STORAGE_CONNECTIONS must be a number from 1 to 999999; "0" was given.',
    )
  })

  test('accept hosts and networks for outbound connections, and name what is neither', () => {
    const allowed = (text: string) => read([], { COOPERAGE_OUTBOUND_ALLOW: text }).settings.outboundAllow
    expect(allowed('hooks.example.com, 10.0.0.7,100.64.0.0/10,fd00::/8')).toEqual([
      'hooks.example.com',
      '10.0.0.7',
      '100.64.0.0/10',
      'fd00::/8',
    ])
    for (const entry of [
      '10.0.0.0/33',
      '10.0.0',
      '300.1.1.1',
      'https://hooks.example.com',
      'hooks:8080',
      '*.example',
    ]) {
      expect(complaint([], { COOPERAGE_OUTBOUND_ALLOW: `10.0.0.7,${entry}` })).toContain(
        `COOPERAGE_OUTBOUND_ALLOW must be host names, IP addresses or networks, separated by commas, without ports ("${entry}" isn't)`,
      )
    }
  })

  test('accept lists with spaces around the commas', () => {
    const { settings } = read([], {
      COOPERAGE_HOSTS: 'nas, nas.lan',
      COOPERAGE_TRUSTED_PROXIES: '10.0.0.0/8,::1,loopback',
    })
    expect(settings.hostNames).toEqual(['nas', 'nas.lan'])
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback'])
  })

  test('that are misspelled in the environment cause a notice, but no error', () => {
    expect(read([], { COOPERAGE_DATE: 'x' }).notices).toEqual([
      "COOPERAGE_DATE isn't a setting and is ignored. Did you mean COOPERAGE_DATA?",
    ])
    expect(read([], { COOPERAGE_SOMETHING: 'x', COOPERAGE_EMPTY: '' }).notices).toEqual([
      "COOPERAGE_SOMETHING isn't a setting and is ignored. --help lists all settings.",
    ])
    expect(read([], { COOPERAGE_PARITY: 'minio', COOPERAGE_REGION: 'eu', OTHER_PORT: '1' }).notices).toEqual([])
  })

  test('that Kubernetes sets for a service of this name cause no notice', () => {
    const links = {
      COOPERAGE_SERVICE_HOST: '10.0.0.1',
      COOPERAGE_SERVICE_PORT: '80',
      COOPERAGE_SERVICE_PORT_HTTP: '80',
      COOPERAGE_PORT_80_TCP: 'tcp://10.0.0.1:80',
      COOPERAGE_PORT_80_TCP_ADDR: '10.0.0.1',
      COOPERAGE_TEAM_A_PORT: 'tcp://10.0.0.2:80',
    }
    expect(read([], links).notices).toEqual([])
  })

  test.each([
    ['COOPERAGE_OIDC_SCOPE', 'Did you mean COOPERAGE_OIDC_SCOPES?'],
    ['COOPERAGE_OIDC_CLIENTID', 'Did you mean COOPERAGE_OIDC_CLIENT_ID?'],
    ['COOPERAGE_OIDC_CLINT_ID_PARTNER', 'Did you mean COOPERAGE_OIDC_CLIENT_ID_PARTNER?'],
    ['COOPERAGE_OICD_CLIENT_ID', 'Did you mean COOPERAGE_OIDC_CLIENT_ID?'],
    ['COOPERAGE_OIDC_ISSUER', '--help lists all settings.'],
  ])('of an identity provider that are misspelled are rejected: %s', (name, advice) => {
    expect(complaint([], { [name]: 'x' })).toBe(`${name} isn't a setting. ${advice}`)
    expect(read(['--help'], { [name]: 'x' }).help).toBe(true)
  })

  test.each([{}, { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: 'https://cluster:6443' }])(
    'that allow only identity providers need one: %j',
    (mode) => {
      expect(complaint([], { ...mode, COOPERAGE_LOGIN: 'sso', COOPERAGE_OIDC_CLIENT_ID: '' })).toBe(
        'COOPERAGE_LOGIN=sso needs an identity provider, or nobody could sign in. Set COOPERAGE_OIDC_DISCOVERY_URL, COOPERAGE_OIDC_CLIENT_ID and COOPERAGE_OIDC_CALLBACK_URL.',
      )
      expect(complaint([], { ...mode, COOPERAGE_LOGIN: 'sso', COOPERAGE_OIDC_CLIENT_ID: 'console' })).toBe(
        'no complaint',
      )
    },
  )

  test('for the other storage may stay in the environment when --storage is given', () => {
    expect(complaint(['--storage', 'http://storage:9000'], { COOPERAGE_STORAGE_PORT: '9999' })).toBe('no complaint')
  })
})

describe('The help', () => {
  test('lists every flag, variable and default', () => {
    const help = renderHelp()
    for (const setting of Object.values(SETTINGS)) {
      if ('flag' in setting) expect(help).toContain(`--${setting.flag}`)
      if ('env' in setting) expect(help).toContain(setting.env)
      if ('fallback' in setting) expect(help).toContain(`Default: ${setting.fallback}`)
    }
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test('is also shown for -h, whatever else is given', () => {
    expect(read(['-h', '--port', '9000']).help).toBe(true)
  })
})
