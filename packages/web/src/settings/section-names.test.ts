import { expect, test } from 'vitest'
import { describedKey } from './section-names.ts'

test('a key is described by its section, or as the key that several sections have', () => {
  expect(describedKey('etcd', 'endpoints')).toBe('keys.etcd.endpoints')
  expect(describedKey('identity_openid', 'enable')).toBe('keys.any.enable')
  expect(describedKey('notify_redis', 'queue_limit')).toBe('keys.any.queue_limit')
  expect(describedKey('notify_new', 'of_a_later_server')).toBeUndefined()
  expect(describedKey('constructor', 'name')).toBeUndefined()
})
