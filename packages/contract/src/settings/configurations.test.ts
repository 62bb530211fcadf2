import { expect, test } from 'vitest'
import { LISTED_SECTIONS } from './configurations.ts'

test('the sections of the document are listed first, in its order', () => {
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
