import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { clientOf, nameHttp } from './forwarded.ts'
import { trustedProxies } from './trusted-proxies.ts'

const trusts = trustedProxies(['loopback', '10.0.0.0/8'])

function clientFrom(remoteAddress: string, headers: IncomingMessage['headers'], isTls = false) {
  const socket = isTls
    ? Object.create(TLSSocket.prototype, { remoteAddress: { value: remoteAddress } })
    : { remoteAddress }
  return clientOf({ headers, socket } as IncomingMessage, trusts)
}

test('believes a trusted proxy about the address and the protocol of its client', () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  expect(clientFrom('127.0.0.1', headers)).toEqual({ address: '198.51.100.7', isSecure: true })
  expect(clientFrom('::ffff:10.1.2.3', headers)).toEqual({ address: '198.51.100.7', isSecure: true })
  expect(clientFrom('127.0.0.1', { 'x-forwarded-proto': 'http' }, true)).toEqual({
    address: '127.0.0.1',
    isSecure: false,
  })
})

test('believes nobody else', () => {
  const headers = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' }
  expect(clientFrom('198.51.100.9', headers)).toEqual({ address: '198.51.100.9', isSecure: false })
  expect(clientFrom('198.51.100.9', { ...headers, 'x-forwarded-proto': 'http' }, true)).toMatchObject({
    isSecure: true,
  })
})

test('stops at the first address that is no proxy, because clients can send the header too', () => {
  const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7 ,10.0.0.2' }
  expect(clientFrom('127.0.0.1', headers).address).toBe('198.51.100.7')
  expect(clientFrom('127.0.0.1', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }).address).toBe('10.0.0.3')
  expect(clientFrom('127.0.0.1', {}).address).toBe('127.0.0.1')
})

test('counts the protocol that the nearest proxy names', () => {
  expect(clientFrom('127.0.0.1', { 'x-forwarded-proto': 'https, http' }).isSecure).toBe(false)
})

test('names the protocol of the request that opens a WebSocket', () => {
  const named = (protocols: string) => {
    const headers = { 'x-forwarded-proto': protocols }
    nameHttp(headers)
    return headers['x-forwarded-proto']
  }
  expect(['wss', 'ws', 'https, wss', 'http'].map(named)).toEqual(['https', 'http', 'https, https', 'http'])
})
