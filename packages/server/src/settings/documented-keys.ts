import type { ConfigKeyHelp } from '@cooperage/storage-client'

type Type = 'csv' | 'number' | 'on|off' | 'sentence' | 'string'

/** Keys of the listed sections (spec identity-and-settings 3), for servers whose help describes none. */
const KEYS: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  region: { name: 'string', comment: 'sentence' },
  cache: {
    drives: 'csv',
    expiry: 'number',
    quota: 'number',
    exclude: 'csv',
    after: 'number',
    watermark_low: 'number',
    watermark_high: 'number',
    comment: 'sentence',
  },
  compression: { extensions: 'csv', mime_types: 'csv' },
  etcd: {
    endpoints: 'csv',
    path_prefix: 'string',
    coredns_path: 'string',
    client_cert: 'string',
    client_cert_key: 'string',
    comment: 'sentence',
  },
  identity_openid: { config_url: 'string', client_id: 'string', claim_name: 'string', claim_prefix: 'string' },
  identity_ldap: {
    server_addr: 'string',
    username_format: 'string',
    username_search_filter: 'string',
    group_search_filter: 'string',
    username_search_base_dn: 'string',
    group_name_attribute: 'string',
    sts_expiry: 'string',
    tls_skip_verify: 'on|off',
    server_insecure: 'on|off',
    comment: 'sentence',
  },
  logger_webhook: { endpoint: 'string', auth_token: 'string' },
  audit_webhook: { endpoint: 'string', auth_token: 'string' },
}
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  region: ['name'],
  cache: ['drives'],
  etcd: ['endpoints'],
  identity_ldap: ['server_addr', 'username_format', 'username_search_filter', 'group_search_filter'],
  logger_webhook: ['endpoint', 'auth_token'],
  audit_webhook: ['endpoint', 'auth_token'],
}

/** The keys that the server describes, or else those of the document. */
export function describedKeys(section: string, keys: ConfigKeyHelp[]): ConfigKeyHelp[] {
  if (keys.length > 0) return keys
  return Object.entries(KEYS[section] ?? {}).map(([key, type]) => {
    const isOptional = REQUIRED[section]?.includes(key) !== true
    return { key, type, description: '', isOptional }
  })
}
