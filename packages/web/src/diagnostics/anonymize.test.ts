import { expect, test } from 'vitest'
import { anonymized } from './anonymize.ts'

test('replaces each host name with the same placeholder everywhere', () => {
  const report = {
    sys: {
      osinfo: [{ addr: 'node1.corp.example:9000', info: { hostname: 'node1', platform: 'debian' } }],
      errors: ['node1.corp.example is slow', 'node1x is another word'],
    },
    minio: {
      servers: [{ endpoint: 'node2:9000', network: { 'node2:9000': 'online' }, drives: [{ endpoint: '/mnt/node1' }] }],
    },
  }
  expect(anonymized(report)).toEqual({
    sys: {
      osinfo: [{ addr: 'server-1:9000', info: { hostname: 'server-2', platform: 'debian' } }],
      errors: ['server-1 is slow', 'node1x is another word'],
    },
    minio: {
      servers: [
        { endpoint: 'server-3:9000', network: { 'server-3:9000': 'online' }, drives: [{ endpoint: '/mnt/server-2' }] },
      ],
    },
  })
})

test('replaces IPv4, IPv6 and MAC addresses, but not times, versions and sizes', () => {
  const texts = [
    '10.0.0.7:9000',
    'http://[fe80::1]:9000/d',
    'aa:bb:cc:dd:ee:01',
    '2026-11-24T08:37:34Z',
    '10:01:48 UTC',
  ]
  expect(anonymized([...texts, 'go1.26.8', '2001:db8:0:0:0:0:0:1', '::1'])).toEqual([
    ...['address-1:9000', 'http://[address-2]:9000/d', 'address-3', '2026-11-24T08:37:34Z', '10:01:48 UTC'],
    ...['go1.26.8', 'address-4', 'address-5'],
  ])
})

test('keeps numbers, and leaves the report unchanged', () => {
  const report = { addr: 'a:1', total: 5, ok: true, none: null }
  expect(anonymized(report)).toEqual({ addr: 'server-1:1', total: 5, ok: true, none: null })
  expect(report.addr).toBe('a:1')
})
