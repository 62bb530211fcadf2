import { expect, test } from 'vitest'
import { type ConditionSource, requestContext } from './request-context.ts'
import { contextValues } from './variables.ts'

const source: ConditionSource = {
  headers: {},
  query: new URLSearchParams(),
  sourceIp: '10.0.0.7',
  isSecure: false,
  now: Date.UTC(2026, 10, 21, 12, 0, 0, 500),
  authentication: 'header',
  caller: { kind: 'user', account: 'alice' },
}
const valuesOf = (more: Partial<ConditionSource>) =>
  Object.fromEntries(contextValues(requestContext({ ...source, ...more })))

test('has the caller, its address and the time; some keys are present but empty', () => {
  expect(valuesOf({})).toEqual({
    currenttime: ['2026-11-21T12:00:00Z'],
    epochtime: ['1795262400'],
    securetransport: ['false'],
    sourceip: ['10.0.0.7'],
    useragent: [''],
    referer: [''],
    principaltype: ['User'],
    userid: ['alice'],
    username: ['alice'],
    versionid: [''],
    signatureversion: ['AWS4-HMAC-SHA256'],
    authtype: ['REST-HEADER'],
  })
})

test.each([
  [{ kind: 'anonymous', account: '' }, 'Anonymous'],
  [{ kind: 'root', account: 'root' }, 'Account'],
  [{ kind: 'temporary', account: 'root', isRoot: true }, 'Account'],
  [{ kind: 'temporary', account: 'alice' }, 'AssumedRole'],
  [{ kind: 'service-account', account: 'alice' }, 'AssumedRole'],
] as const)('the caller %j is of the type %s', (caller, expected) => {
  expect(valuesOf({ caller })).toMatchObject({ principaltype: [expected], username: [caller.account] })
})

test('reads values only where the operation reads them, and ignores overriding names', () => {
  const values = valuesOf({
    headers: {
      'user-agent': 'curl',
      'x-amz-storage-class': 'STANDARD',
      'x-amz-object-lock-mode': 'governance',
      'x-amz-tagging': 'team=red&stage=a%20b',
      username: 'root',
      sourceip: '127.0.0.1',
      prefix: 'other/',
    },
    query: new URLSearchParams('prefix=a/&prefix=b/&max-keys=10&versionId=%20NULL&username=root'),
  })

  expect(values).toMatchObject({
    useragent: ['curl'],
    'x-amz-storage-class': ['STANDARD'],
    'object-lock-mode': ['GOVERNANCE'],
    'requestobjecttag/team': ['red'],
    'requestobjecttag/stage': ['a b'],
    requestobjecttagkeys: ['team', 'stage'],
    username: ['alice'],
    sourceip: ['10.0.0.7'],
    prefix: ['a/'],
    'max-keys': ['10'],
    versionid: ['null'],
  })
  expect(Object.keys(values).filter((key) => key.startsWith('existing'))).toEqual([])
})

test.each(['header', 'query'] as const)(
  'signed by %s, a query parameter doesn’t count as a header',
  (authentication) => {
    const names = [
      'X-Amz-Server-Side-Encryption=AES256',
      'x-amz-server-side-encryption=AES256',
      'X-Amz-Storage-Class=STANDARD',
      'X-Amz-Metadata-Directive=COPY',
      'X-Amz-Copy-Source=b/k',
      'X-Amz-Object-Lock-Mode=COMPLIANCE',
      'X-Amz-Object-Lock-Legal-Hold=ON',
      'X-Amz-Object-Lock-Retain-Until-Date=2030-01-01T00:00:00Z',
    ]
    const query = new URLSearchParams(names.join('&'))

    expect(valuesOf({ authentication, query })).toEqual(valuesOf({ authentication }))
  },
)

test('uses the body hash that the signature covers', () => {
  const query = new URLSearchParams('X-Amz-Content-Sha256=of-the-link')
  const headers = { 'x-amz-content-sha256': 'of-the-header' }
  const hashOf = (more: Partial<ConditionSource>) => valuesOf({ query, ...more })['x-amz-content-sha256']

  expect(hashOf({ authentication: 'query', headers })).toEqual(['of-the-link'])
  expect(hashOf({ authentication: 'query', headers, query: new URLSearchParams() })).toEqual(['of-the-header'])
  expect(hashOf({ authentication: 'query', headers, signatureVersion: 2 })).toEqual(['of-the-header'])
  expect(hashOf({ authentication: 'header', headers })).toEqual(['of-the-header'])
  expect(hashOf({ authentication: 'header' })).toBeUndefined()
})

test.each([
  'secret/x y',
  'secret//x y',
  '/secret/x%20y',
  '%73ecret/x%20y',
  'secret%2Fx%20y',
  'secret/x%20y?versionId=null',
])('the source of a copy is its bucket and key, however %j is written', (source) => {
  expect(valuesOf({ headers: { 'x-amz-copy-source': source } })['x-amz-copy-source']).toEqual(['secret/x y'])
})

test('headers of a form don’t count as headers of its object', () => {
  const headers = {
    'x-amz-server-side-encryption': 'AES256',
    'x-amz-storage-class': 'STANDARD',
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-tagging': 'team=red',
  }

  expect(valuesOf({ authentication: 'post', headers })).toEqual(valuesOf({ authentication: 'post' }))
})

test('has the tags of the object, and request tags that aren’t in the header', () => {
  expect(valuesOf({ existingTags: { Team: 'red' }, requestTags: { x: 'y' } })).toMatchObject({
    'existingobjecttag/Team': ['red'],
    'requestobjecttag/x': ['y'],
    requestobjecttagkeys: ['x'],
  })
})

test.each([
  ['none', undefined, ''],
  ['query', undefined, 'REST-QUERY-STRING'],
  ['post', undefined, 'POST'],
  ['header', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'REST-HEADER'],
  ['header', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', ''],
  // The sender of a form chooses its headers, which must not decide what a policy sees.
  ['post', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'POST'],
] as const)('signed by %s with payload %s: %j', (authentication, payload, expected) => {
  const headers = { 'x-amz-content-sha256': payload }

  expect(valuesOf({ authentication, headers })).toMatchObject({
    authtype: [expected],
    signatureversion: [expected === '' ? '' : 'AWS4-HMAC-SHA256'],
  })
})

test.each(['header', 'query', 'post'] as const)(
  'signed by %s with version 2, whatever its payload',
  (authentication) => {
    const headers = { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }

    expect(valuesOf({ authentication, signatureVersion: 2, headers })).toMatchObject({
      authtype: [{ header: 'REST-HEADER', query: 'REST-QUERY-STRING', post: 'POST' }[authentication]],
      signatureversion: ['AWS'],
    })
  },
)

test('has the claims of a web identity that policies can use', () => {
  const claims = {
    sub: 's',
    preferred_username: 'al',
    groups: ['a', 'b', 5],
    exp: 5,
    sourceip: '127.0.0.1',
    ldapUsername: 'l',
  }
  const caller = { kind: 'temporary', account: 'hash', claims, groups: ['other'] } as const

  expect(valuesOf({ caller })).toMatchObject({
    sub: ['s'],
    preferred_username: ['al'],
    groups: ['a', 'b'],
    username: ['l'],
    userid: ['hash'],
    sourceip: ['10.0.0.7'],
  })
})

test('converts an IPv4-mapped IPv6 address to IPv4', () => {
  expect(valuesOf({ sourceIp: '::ffff:10.0.0.1' })).toMatchObject({ sourceip: ['10.0.0.1'] })
  expect(valuesOf({ sourceIp: '::ffff:1' })).toMatchObject({ sourceip: ['::ffff:1'] })
})
