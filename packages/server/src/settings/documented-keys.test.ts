import { defaultValue } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { describedKeys } from './documented-keys.ts'

const namesOf = (section: string) => describedKeys(section, []).map(({ key }) => key)
const required = (section: string) =>
  describedKeys(section, [])
    .filter(({ isOptional }) => !isOptional)
    .map(({ key }) => key)

test('the specified keys apply if the server describes none', () => {
  expect(namesOf('region')).toEqual(['name', 'comment'])
  expect(namesOf('cache')).toEqual([
    'drives',
    'expiry',
    'quota',
    'exclude',
    'after',
    'watermark_low',
    'watermark_high',
    'comment',
  ])
  expect(namesOf('compression')).toEqual(['extensions', 'mime_types'])
  expect(namesOf('etcd')).toEqual([
    'endpoints',
    'path_prefix',
    'coredns_path',
    'client_cert',
    'client_cert_key',
    'comment',
  ])
  expect(namesOf('identity_openid')).toEqual(['config_url', 'client_id', 'claim_name', 'claim_prefix'])
  expect(namesOf('identity_ldap')).toEqual([
    'server_addr',
    'username_format',
    'username_search_filter',
    'group_search_filter',
    'username_search_base_dn',
    'group_name_attribute',
    'sts_expiry',
    'tls_skip_verify',
    'server_insecure',
    'comment',
  ])
  expect(namesOf('logger_webhook')).toEqual(['endpoint', 'auth_token'])
  expect(namesOf('audit_webhook')).toEqual(['endpoint', 'auth_token'])
  expect(namesOf('api')).toEqual([])
})

test('the specification marks some of them as required', () => {
  expect(required('region')).toEqual(['name'])
  expect(required('cache')).toEqual(['drives'])
  expect(required('etcd')).toEqual(['endpoints'])
  expect(required('identity_ldap')).toEqual([
    'server_addr',
    'username_format',
    'username_search_filter',
    'group_search_filter',
  ])
  expect(required('audit_webhook')).toEqual(['endpoint', 'auth_token'])
  expect(required('identity_openid')).toEqual([])
})

test('the description of the server takes precedence', () => {
  const described = [{ key: 'region', type: 'string', description: 'x', isOptional: true }]
  expect(describedKeys('region', described)).toBe(described)
})

test('temporary credentials from LDAP last an hour by default', () => {
  expect(defaultValue('identity_ldap', 'sts_expiry')).toBe('1h')
})
