import { expect, test } from 'vitest'
import { namedKey } from './named-key.ts'

const valuesOf = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))

/** Messages of MinIO. */
test.each([
  [
    "'config_url' is not optional for 'identity_openid' sub-system, please check 'identity_openid' documentation",
    { config_url: '', client_id: 'a' },
    'config_url',
  ],
  ["region '9bad' is invalid, expected simple characters such as [us-east-1]", { name: 'a', region: '9bad' }, 'region'],
  ['time: invalid duration "soon"', { stale_uploads_expiry: 'soon', requests_max: '1' }, 'stale_uploads_expiry'],
  ["ParseBool: parsing 'maybe': invalid syntax", { enable: 'maybe' }, 'enable'],
  ["unknown 'x' value", { speed: 'x' }, 'speed'],
  ['invalid queue_size value', { queue_size: '-1', batch_size: '-1' }, 'queue_size'],
  ["invalid value x for list_quorum: will default to 'strict'", { list_quorum: 'x', odirect: 'x' }, 'list_quorum'],
  ['invalid -1 max_retry', { endpoint: 'http://a', max_retry: '-1' }, 'max_retry'],
  ['queueDir path should be absolute', { queue_dir: 'a', queue_limit: '1' }, 'queue_dir'],
  [
    'error (dead:webhook): dial tcp 127.0.0.1:1: connect: connection refused',
    { endpoint: 'http://127.0.0.1:1/x', queue_dir: '/q' },
    'endpoint',
  ],
  [
    'LDAP Server Connection Error: Could not connect to LDAP server: LDAP Result Code 200 "Network Error": dial tcp 127.0.0.1:1: connect: connection refused',
    { server_addr: '127.0.0.1:1', lookup_bind_dn: 'cn=a' },
    'server_addr',
  ],
  [
    'Get "http://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused',
    { config_url: 'http://127.0.0.1:1/x', redirect_uri: 'http://127.0.0.1:1/y' },
    'config_url',
  ],
  ['dial tcp: lookup nohost: no such host', { endpoint: 'http://nohost/x' }, 'endpoint'],
  ['unexpected scheme found ', { endpoint: 'nonsense', proxy: 'nonsense' }, 'endpoint'],
  ['unexpected scheme found ftp', { endpoints: 'http://a,ftp://b', path_prefix: '/x' }, 'endpoints'],
  ['parse ":::": missing protocol scheme', { proxy: ':::' }, 'proxy'],
  ['strconv.Atoi: parsing "x": invalid syntax', { queue_size: 'x', max_retry: 'x' }, undefined],
  ['cert and key must be specified as a pair', { client_cert: '/c', client_key: '' }, undefined],
  ['EOF', { config_url: 'http://a' }, undefined],
])('%s', (message, values, key) => {
  expect(namedKey(message, valuesOf(values as Record<string, string>))?.key).toBe(key)
})
