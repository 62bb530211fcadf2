import { expect, test } from 'vitest'
import { LISTED_SECTIONS } from './configurations.ts'

test('the specified sections are listed first, in the specified order', () => {
  expect(LISTED_SECTIONS).toEqual([
    'region',
    'cache',
    'compression',
    'etcd',
    'identity_openid',
    'identity_ldap',
    'logger_webhook',
    'audit_webhook',
  ])
})
