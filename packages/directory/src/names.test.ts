import { expect, test } from 'vitest'
import { parseDirectoryAddress } from './address.ts'
import { isBelowDn, normalizeDn, parseDn, readableDn } from './distinguished-name.ts'
import { fillFilter } from './filter.ts'

test.each([
  ['UID=alice,OU=People,dc=Example', 'uid=alice,ou=People,dc=Example'],
  ['uid = alice , dc=org', 'uid=alice,dc=org'],
  ['cn=Smith\\, John+uid=js;dc=org', 'cn=Smith\\, John+uid=js,dc=org'],
  ['cn=a\\2cb,dc=org', 'cn=a\\,b,dc=org'],
  ['cn=Jürgen,dc=org', 'cn=J\\c3\\bcrgen,dc=org'],
  ['cn=ends with a space\\ ,dc=org', 'cn=ends with a space\\ ,dc=org'],
  ['cn=\\#1,dc=org', 'cn=\\#1,dc=org'],
  ['2.5.4.3=x', '2.5.4.3=x'],
])('normalizes %s as MinIO does', (text, normalized) => {
  expect(normalizeDn(text)).toBe(normalized)
})

test.each(['', 'alice', 'uid=', '=alice', 'uid=alice,', 'uid=a\\zb', 'u d=a', 'alice,dc=org'])(
  'rejects "%s" as a distinguished name',
  (text) => expect(parseDn(text)).toBeUndefined(),
)

test('shows a normalized name as people write it', () => {
  expect(readableDn('cn=J\\c3\\bcrgen \\2b x,dc=org')).toBe('cn=Jürgen \\2b x,dc=org')
})

test('an entry is below its ancestors only, in any case', () => {
  const below = (one: string, other: string) => isBelowDn(parseDn(one) ?? [], parseDn(other) ?? [])
  expect(below('uid=a,ou=people,dc=org', 'OU=People,DC=org')).toBe(true)
  expect(below('ou=people,dc=org', 'ou=people,dc=org')).toBe(false)
  expect(below('uid=a,ou=others,dc=org', 'ou=people,dc=org')).toBe(false)
  expect(below('uid=a\\,ou=people,dc=org', 'ou=people,dc=org')).toBe(false)
})

test('names in a filter are values, whatever they contain', () => {
  const template = '(&(objectClass=person)(|(uid=%s)(member=%d)))'
  expect(fillFilter(template, { username: '*)(uid=root\\\0', dn: 'cn=(x)' })).toBe(
    '(&(objectClass=person)(|(uid=\\2a\\29\\28uid=root\\5c\\00)(member=cn=\\28x\\29)))',
  )
  expect(fillFilter('(uid=%s)', { username: '%d', dn: 'cn=x' })).toBe('(uid=%d)')
})

test.each([
  ['ldap.example.org', { host: 'ldap.example.org', port: 636 }],
  ['127.0.0.1:389', { host: '127.0.0.1', port: 389 }],
  ['[::1]:389', { host: '::1', port: 389 }],
  ['ldap://x', undefined],
  ['a:b', undefined],
  ['a:70000', undefined],
  ['::1', undefined],
  ['', undefined],
])('reads the address "%s"', (text, address) => expect(parseDirectoryAddress(text)).toEqual(address))
