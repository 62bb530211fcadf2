import { expect, test } from 'vitest'
import { actorOf } from './audit-trail.ts'

const session = { id: 'id', revokeType: 'id', account: '', endsAt: 0, endingAt: 0, accessKey: 'TEMPORARY' }
const provider = { id: 'sso', account: 'Ada', subject: 'https://id.example.com 17' }

test.each([
  ['an access key', { ...session, account: 'alice' }, 'alice'],
  ['a user of the cluster at a provider', { ...session, account: 'system:jane', provider }, 'system:jane'],
  ['a user of a provider', { ...session, provider }, 'Ada (https://id.example.com 17)'],
  ['a user of an LDAP directory', { ...session, ldapUsername: 'ada' }, 'ada'],
  ['the holder of a custom token', session, 'TEMPORARY'],
])('the audit trail names %s', (_kind, of, name) => {
  expect(actorOf(of)).toBe(name)
})
