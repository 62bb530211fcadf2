import { expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

test('trusts addresses, ranges and loopback as listed', () => {
  const trusts = trustedProxies(['10.0.0.7', '192.168.0.0/16', 'fd00::/8', 'loopback'])
  for (const address of ['10.0.0.7', '192.168.3.4', '::ffff:192.168.3.4', 'fd12::1', '127.0.0.1', '::1']) {
    expect([address, trusts(address)]).toEqual([address, true])
  }
  for (const address of ['10.0.0.8', '192.169.0.1', 'fe80::1', undefined]) {
    expect([address, trusts(address)]).toEqual([address, false])
  }
})

test('trusts no proxy by default', () => {
  expect(trustedProxies([])('127.0.0.1')).toBe(false)
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '', '::/200'])('names the invalid entry %j', (entry) => {
  expect(() => trustedProxies([entry])).toThrow(`"${entry}" is no proxy address`)
})
