import { expect, test } from 'vitest'
import { describedKey, spelledName } from './section-names.ts'

test('a key is described by its section, or as the key that several sections have', () => {
  expect(describedKey('etcd', 'endpoints')).toBe('keys.etcd.endpoints')
  expect(describedKey('identity_openid', 'enable')).toBe('keys.any.enable')
  expect(describedKey('notify_redis', 'queue_limit')).toBe('keys.any.queue_limit')
  expect(describedKey('notify_new', 'of_a_later_server')).toBeUndefined()
  expect(describedKey('constructor', 'name')).toBeUndefined()
})

test('sections of the server are spelled as those of the specification', () => {
  expect(['api', 'site', 'notify_mysql', 'storage_class', 'identity_tls', ''].map(spelledName)).toEqual([
    'API',
    'Site',
    'Notify MySQL',
    'Storage Class',
    'Identity TLS',
    '',
  ])
})
