import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listBuckets } from '@cooperage/storage-client'
import { expect, onTestFinished, test } from 'vitest'
import { OutboundAllow } from './outbound-allow.ts'
import { guardForVisitors, OutboundGuard, type OutboundGuardOptions } from './outbound-guard.ts'
import type { ServerSettings } from './settings.ts'

const CREDENTIALS = { accessKey: 'key-of-a-visitor', secretKey: 'secret-of-a-visitor' }
const NO_BUCKETS = '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>'

/** A server on 127.0.0.1; `hosts` are the Host headers of its requests. */
async function startServer(respond: RequestListener): Promise<{ port: number; hosts: string[] }> {
  const hosts: string[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '')
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, hosts }
}

/** Lists buckets through a guard. `names` are the results of the DNS lookups, one list of addresses each. */
function createLister(options: Partial<OutboundGuardOptions>, names: string[][] = []) {
  const left = [...names]
  const guard = new OutboundGuard({
    allowsLoopback: false,
    allowsShared: false,
    ...options,
    resolve: (_name, _options, callback) => {
      const found = (left.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      callback(null, found)
    },
  })
  return async (url: string) => {
    const endpoint = guard.endpoint(new URL(url))
    try {
      return await listBuckets({ endpoint, credentials: CREDENTIALS, signal: AbortSignal.timeout(20_000) })
    } finally {
      await endpoint.close()
    }
  }
}

const refused = (reason: string) =>
  expect.objectContaining({ code: 'RemoteAddressRefused', message: expect.stringContaining(reason) })
const NEVER = 'addresses of this kind are never connected to'
const LOOPBACK = 'COOPERAGE_OUTBOUND_LOOPBACK=on would allow'

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
])('refuses loopback as %s, and sends nothing', async (host) => {
  const { port, hosts } = await startServer((_request, response) => response.end(NO_BUCKETS))
  await expect(createLister({ allowsLoopback: false })(`http://${host}:${port}`)).rejects.toEqual(refused(LOOPBACK))
  expect(hosts).toEqual([])
})

test.each(['169.254.169.254', '2852039166', '[::ffff:a9fe:a9fe]', '[fe80::1]', '0', '[::]'])(
  '%s is refused whatever the setting',
  async (host) => {
    await expect(createLister({ allowsLoopback: true })(`http://${host}`)).rejects.toEqual(refused(NEVER))
  },
)

test.each([
  [['127.0.0.1'], LOOPBACK],
  [['::1', '127.0.0.1'], LOOPBACK],
  [['169.254.169.254'], NEVER],
  [['::ffff:169.254.169.254'], NEVER],
  [['fe80::1%lo'], NEVER],
])('refuses a name that resolves to %j, and sends nothing', async (addresses, reason) => {
  const { port, hosts } = await startServer((_request, response) => response.end(NO_BUCKETS))
  const list = createLister({ allowsLoopback: false }, [addresses])
  await expect(list(`http://storage.example:${port}`)).rejects.toEqual(refused(reason))
  expect(hosts).toEqual([])
})

test('connects to those addresses of a name that are allowed', async () => {
  const { port, hosts } = await startServer((_request, response) => response.end(NO_BUCKETS))
  const list = createLister({ allowsLoopback: true }, [['169.254.169.254', '127.0.0.1']])
  expect(await list(`http://storage.example:${port}`)).toEqual([])
  expect(hosts).toEqual([`storage.example:${port}`])
})

test('checks a name again when it resolves differently the next time', async () => {
  const { port, hosts } = await startServer((_request, response) => response.end(NO_BUCKETS))
  const list = createLister({ allowsLoopback: true }, [['127.0.0.1'], ['169.254.169.254']])
  expect(await list(`http://storage.example:${port}`)).toEqual([])
  await expect(list(`http://storage.example:${port}`)).rejects.toEqual(refused(NEVER))
  expect(hosts).toHaveLength(1)
})

test.each([301, 302, 307, 308])('does not follow a redirect with %d', async (status) => {
  const other = await startServer((_request, response) => response.end(NO_BUCKETS))
  const { port } = await startServer((_request, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  const list = createLister({ allowsLoopback: true })
  await expect(list(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ kind: 'refused', status })
  expect(other.hosts).toEqual([])
})

test('aborts an endless response', { timeout: 60_000 }, async () => {
  const piece = Buffer.alloc(256 * 1024, ' ')
  let sent = 0
  const { port } = await startServer((_request, response) => {
    const go = () => {
      while (response.writable) {
        sent += piece.length
        if (!response.write(piece)) return
      }
    }
    response.on('drain', go).on('error', () => undefined)
    go()
  })
  const list = createLister({ allowsLoopback: true })
  await expect(list(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ name: 'StorageError', kind: 'unreadable' })
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

const NOT_LISTED = 'COOPERAGE_OUTBOUND_ALLOW doesn’t list it'
const check = (options: Partial<OutboundGuardOptions>, host: string) => () =>
  new OutboundGuard({ allowsLoopback: false, allowsShared: false, ...options }).sockets().checkHost(host)

test('an allow list restricts connections to its names, addresses and networks', async () => {
  const { port, hosts } = await startServer((_request, response) => response.end(NO_BUCKETS))
  const allow = new OutboundAllow(['Storage.Example', '127.0.0.0/8', '10.1.0.0/16', 'fd12::/16', '192.168.7.7'])
  const addresses = [['127.0.0.1'], ['10.2.0.1'], ['127.0.0.1', '10.2.0.1'], ['::1']]
  const list = createLister({ allow }, addresses)
  expect(await list(`http://storage.example:${port}`)).toEqual([])
  await expect(list(`http://other.example:${port}`)).rejects.toEqual(refused(NOT_LISTED))
  expect(await list(`http://other.example:${port}`)).toEqual([])
  // A name is listed for where such a server may be, not for the console's own machine.
  await expect(list(`http://storage.example:${port}`)).rejects.toEqual(refused(LOOPBACK))
  expect(hosts).toHaveLength(2)
  for (const host of ['10.1.2.3', 'fd12::1', '192.168.7.7', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3']) {
    expect(check({ allow }, host)).not.toThrow()
  }
  for (const host of ['10.2.0.1', '203.0.113.9', '192.168.7.8', 'fd13::1']) {
    expect(check({ allow }, host)).toThrow(NOT_LISTED)
  }
})

test('an allow list admits reserved networks, but never link-local and metadata addresses', () => {
  const allow = new OutboundAllow(['0.0.0.0/0', '::/0'])
  for (const host of ['240.1.2.3', '198.18.0.1', '100.64.0.1']) {
    expect(check({}, host)).toThrow()
    expect(check({ allow }, host)).not.toThrow()
  }
  for (const host of ['169.254.169.254', 'fe80::1', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '0.0.0.0']) {
    expect(check({ allow }, host)).toThrow(NEVER)
  }
})

test('connects to 100.64.0.0/10 for a visitor, in operator mode only if it is listed', () => {
  const settings = { storageUrl: new URL('http://storage') } as ServerSettings
  const inOperatorMode = { ...settings, tenant: { namespace: 'team', tenant: 'photos' } }
  const checkFor = (own: ServerSettings) => () => guardForVisitors(own).sockets().checkHost('100.64.0.1')
  expect(checkFor(settings)).not.toThrow()
  expect(checkFor(inOperatorMode)).toThrow('unless COOPERAGE_OUTBOUND_ALLOW lists it')
  expect(checkFor({ ...inOperatorMode, outboundAllow: ['100.64.0.0/10'] })).not.toThrow()
})
