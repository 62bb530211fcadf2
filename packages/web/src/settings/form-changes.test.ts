import type { ConfigurationKey } from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import { changesOf, isRequired, problemOf } from './form-changes.ts'

const field = (key: string, fields: Partial<ConfigurationKey> = {}): ConfigurationKey => ({
  key,
  type: 'string',
  description: '',
  required: false,
  secret: false,
  value: '',
  source: 'default',
  variable: '',
  ...fields,
})

describe('changes', () => {
  const keys = [
    field('endpoint', { value: 'http://a', source: 'stored' }),
    field('auth_token', { secret: true, source: 'stored' }),
    field('queue_size', { value: '100' }),
    field('proxy', { value: 'http://p', source: 'environment', variable: 'MINIO_P' }),
  ]

  test('only what changed is sent', () => {
    expect(changesOf(keys, { endpoint: 'http://a', queue_size: '200', proxy: 'http://other' })).toEqual({
      set: [{ key: 'queue_size', value: '200' }],
      reset: [],
    })
  })
  test('an emptied value returns to its default', () => {
    expect(changesOf(keys, { endpoint: '', auth_token: '' })).toEqual({ set: [], reset: ['endpoint'] })
  })
  test('a new secret is sent', () => {
    expect(changesOf(keys, { auth_token: 'new' }).set).toEqual([{ key: 'auth_token', value: 'new' }])
  })
})

describe('problems', () => {
  test.each([
    ['audit_webhook', field('endpoint'), {}, 'required'],
    ['audit_webhook', field('endpoint'), { enable: 'off' }, undefined],
    ['audit_webhook', field('auth_token', { secret: true, source: 'stored' }), {}, undefined],
    ['site', field('region', { required: true }), { region: ' ' }, 'required'],
    ['site', field('region', { required: true, variable: 'MINIO_SITE_REGION' }), {}, undefined],
    ['site', field('comment'), { comment: '"quoted"' }, 'lineEnd'],
    ['site', field('comment'), {}, undefined],
  ])('%s: %o with %o: %s', (section, key, values, problem) => {
    expect(problemOf(section, key, values as Record<string, string>)).toBe(problem)
  })
})

/** The required fields of the document; `queue_dir` is one of every kind of notification target. */
const REQUIRED = {
  region: ['name'],
  cache: ['drives'],
  etcd: ['endpoints'],
  identity_ldap: ['server_addr', 'username_format', 'username_search_filter', 'group_search_filter'],
  logger_webhook: ['endpoint', 'auth_token'],
  audit_webhook: ['endpoint', 'auth_token'],
  notify_kafka: ['brokers', 'queue_dir'],
  notify_amqp: ['url', 'queue_dir'],
  notify_redis: ['address', 'key', 'queue_dir'],
  notify_mqtt: ['broker', 'topic', 'queue_dir'],
  notify_nats: ['address', 'subject', 'queue_dir'],
  notify_elasticsearch: ['url', 'index', 'format', 'queue_dir'],
  notify_webhook: ['endpoint', 'queue_dir'],
  notify_nsq: ['nsqd_address', 'topic', 'queue_dir'],
  notify_postgres: ['connection_string', 'table', 'queue_dir'],
  notify_mysql: ['dsn_string', 'table', 'queue_dir'],
}

test('every required field of the document is required where the server has it', () => {
  for (const [section, keys] of Object.entries(REQUIRED)) {
    const required = [...keys, 'comment'].filter((key) => isRequired(section, field(key)))
    expect(required, section).toEqual(keys)
    for (const key of keys) expect(problemOf(section, field(key), { [key]: '' }), key).toBe('required')
  }
})
