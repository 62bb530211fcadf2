import { expect, test } from 'vitest'
import { directOrigin } from './direct-origin.ts'
import type { TransferMode } from './settings.ts'

const settings = (storage: string, more: Partial<Parameters<typeof directOrigin>[1]> = {}) => ({
  storageUrl: new URL(storage),
  ...more,
})
const request = (page: string) => {
  const { host, protocol } = new URL(page)
  return { host, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

test.each<[string, string, string, object?]>([
  [
    'the public address',
    'https://console.example',
    'https://s3.example',
    { storagePublicUrl: new URL('https://s3.example/') },
  ],
  [
    'the public address of a tenant',
    'https://op.example',
    'https://s3.example',
    {
      storagePublicUrl: new URL('https://s3.example'),
      tenant: { namespace: 'a', tenant: 'b' },
    },
  ],
  [
    'the address that the console uses',
    'http://console.example:9090',
    'http://storage:9000'.replace('storage', '10.1.2.3'),
  ],
  ['this machine, for who is on it', 'http://localhost:9090', 'http://127.0.0.1:9000'],
  ['this machine, from a page over TLS on it', 'https://127.0.0.1:9090', 'http://127.0.0.1:9000'],
])('a browser reaches %s', (_, page, origin, more = {}) => {
  expect(directOrigin(request(page), settings(origin, more))).toEqual({ origin, obstacle: '' })
})

test.each([
  ['http://192.168.1.5:9090', 'http://192.168.1.5:9000'],
  ['http://nas.local:9090', 'http://nas.local:9000'],
  ['http://127.0.0.1:9090', 'http://127.0.0.1:9000'],
])('from %s the engine of the console is at %s', (page, origin) => {
  const own = settings('http://127.0.0.1:9000', { runsEngine: true })
  expect(directOrigin(request(page), own).origin).toBe(origin)
})

test('policies of pages have no way to write an address of IPv6, but this machine has a name', () => {
  const own = settings('http://[::1]:9000', { runsEngine: true })
  expect(directOrigin(request('http://[::1]:9090'), own).origin).toBe('http://localhost:9000')
  expect(directOrigin(request('http://nas.local:9090'), own).origin).toBe('http://nas.local:9000')
  expect(directOrigin(request('http://[fd00::5]:9090'), own).obstacle).toBe('ipv6')
})

test('an engine with a certificate is reached under the name of a page over TLS', () => {
  const own = settings('http://127.0.0.1:9000', {
    runsEngine: true,
    storagePublicUrl: new URL('https://127.0.0.1:9000'),
  })
  expect(directOrigin(request('https://nas.example'), own).origin).toBe('https://nas.example:9000')
})

test.each<[string, string, string, object]>([
  ['off', 'http://127.0.0.1:9090', 'http://127.0.0.1:9000', { transfers: 'console' satisfies TransferMode }],
  ['loopback', 'http://192.168.1.5:9090', 'http://127.0.0.1:9000', {}],
  ['loopback', 'https://console.example', 'https://localhost:9000', {}],
  ['internal', 'https://console.example', 'https://minio.ns.svc.cluster.local', {}],
  ['internal', 'https://console.example', 'https://minio.ns.svc', {}],
  ['internal', 'http://localhost:9090', 'http://minio:9000', {}],
  ['internal', 'http://localhost:9090', 'http://host.docker.internal:9000', {}],
  ['internal', 'http://127.0.0.1:9090', 'http://127.0.0.1:9000', { tenant: { namespace: 'a', tenant: 'b' } }],
  ['insecure', 'https://console.example', 'http://10.1.2.3:9000', {}],
  ['ipv6', 'http://console.example', 'http://[fd00::7]:9000', {}],
  ['ipv6', 'https://console.example', 'https://a.example', { storagePublicUrl: new URL('https://[2001:db8::1]') }],
  ['insecure', 'https://nas.example', 'http://127.0.0.1:9000', { runsEngine: true }],
  ['insecure', 'https://console.example', 'https://a.example', { storagePublicUrl: new URL('http://s3.example') }],
])('there is no direct way: %s, from %s to %s', (obstacle, page, storage, more) => {
  expect(directOrigin(request(page), settings(storage, more))).toEqual({ origin: '', obstacle })
})

test('with direct, an address is tried whatever its name looks like', () => {
  const direct = settings('http://minio:9000', { transfers: 'direct' })
  expect(directOrigin(request('http://localhost:9090'), direct).origin).toBe('http://minio:9000')
  const overTls = directOrigin(request('https://console.example'), direct)
  expect(overTls.obstacle, 'which browsers block').toBe('insecure')
})
