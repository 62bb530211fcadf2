import { expect, test } from 'vitest'
import { isCrossOrigin, type OriginFacts } from './cross-origin.ts'

const OWN: OriginFacts = {
  method: 'POST',
  requestsSocket: false,
  host: 'nas:9090',
  protocol: 'http',
  origin: 'http://nas:9090',
  secFetchSite: undefined,
}

test.each<[string, Partial<OriginFacts>]>([
  ['its own origin', {}],
  ['no browser', { origin: undefined }],
  ['a typed address', { origin: undefined, secFetchSite: 'none' }],
  ['another case', { origin: 'http://NAS:9090' }],
  ['a default port left out', { host: 'nas:443', protocol: 'https', origin: 'https://nas' }],
  ['TLS that ends at an undeclared proxy', { host: 'nas', origin: 'https://nas' }],
  ['a read from anywhere', { method: 'GET', origin: 'http://evil.example', secFetchSite: 'cross-site' }],
])('treats %s as same-origin', (_, facts) => {
  expect(isCrossOrigin({ ...OWN, ...facts })).toBe(false)
})

test.each<[string, Partial<OriginFacts>]>([
  ['another host', { origin: 'http://evil.example:9090' }],
  ['another port', { origin: 'http://nas:8080' }],
  ['a port left out', { origin: 'http://nas' }],
  ['a plain page beside TLS', { host: 'nas', protocol: 'https', origin: 'http://nas' }],
  ['null', { origin: 'null' }],
  ['a socket of another site', { method: 'GET', requestsSocket: true, origin: 'http://evil.example' }],
  ['nothing', { origin: '' }],
  ['a cross-site fetch', { secFetchSite: 'cross-site' }],
  ['a same-site fetch without origin', { origin: undefined, secFetchSite: 'same-site' }],
])('treats %s as cross-origin', (_, facts) => {
  expect(isCrossOrigin({ ...OWN, ...facts })).toBe(true)
})
