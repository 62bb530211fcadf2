import { expect, test } from 'vitest'
import { readSettings } from './engine-settings.ts'

const DATA = { COOPERAGE_DATA: '/data' }

test.each<[Record<string, string>, RegExp]>([
  [{ COOPERAGE_DATA: '' }, /^COOPERAGE_DATA should name the folder/],
  [{ COOPERAGE_STORAGE_PORT: '70000' }, /^COOPERAGE_STORAGE_PORT should be a port number/],
  [{ COOPERAGE_ROOT_USER: 'admin' }, /go together: set both or neither/],
  [{ COOPERAGE_STORAGE_TLS_CERT: 'tls.crt' }, /COOPERAGE_STORAGE_TLS_KEY go together: set both or neither/],
  [
    { COOPERAGE_STORAGE_CONNECTIONS: '0' },
    /^COOPERAGE_STORAGE_CONNECTIONS should be a number from 1 to 999999, not "0"/,
  ],
  [{ COOPERAGE_SCRUB_DAYS: 'weekly' }, /^COOPERAGE_SCRUB_DAYS should be a number of days, or 0 for never/],
  [{ COOPERAGE_LIFECYCLE_SECONDS: '-1' }, /^COOPERAGE_LIFECYCLE_SECONDS should be a number of seconds/],
  [{ COOPERAGE_CANNED_ACLS: 'public' }, /^COOPERAGE_CANNED_ACLS should be ignore or refuse, not "public"/],
  [{ COOPERAGE_SIGNATURE_V2: 'no' }, /^COOPERAGE_SIGNATURE_V2 should be on or off, not "no"/],
])('refuses %j with the values it accepts', (env, message) => {
  expect(() => readSettings({ ...DATA, ...env })).toThrow(message)
})

test('reads the certificate and the trusted proxies', () => {
  const certificate = { COOPERAGE_STORAGE_TLS_CERT: '/tls.crt', COOPERAGE_STORAGE_TLS_KEY: '/tls.key' }
  expect(readSettings({ ...DATA, ...certificate, COOPERAGE_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' })).toMatchObject({
    tls: { certFile: '/tls.crt', keyFile: '/tls.key' },
    trustedProxies: ['loopback', '10.0.0.0/8'],
  })
})

test('has defaults for everything but the data folder', () => {
  expect(readSettings(DATA)).toEqual({
    dataDir: '/data',
    host: '127.0.0.1',
    port: 9000,
    region: '',
    maxConnections: 2000,
    scrubDays: 30,
    trustedProxies: [],
    lifecycleSeconds: 300,
    acceptsSignatureV2: true,
    cannedAcls: 'ignore',
    isMetricsPublic: false,
    root: undefined,
  })
})
