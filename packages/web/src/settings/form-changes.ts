import type { ConfigurationKey } from '@cooperage/contract'

/** The keys that the specification requires beyond those of the server (identity-and-settings 3). */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  region: ['name'],
  cache: ['drives'],
  etcd: ['endpoints'],
  identity_ldap: ['server_addr', 'username_format', 'username_search_filter', 'group_search_filter'],
  logger_webhook: ['endpoint', 'auth_token'],
  audit_webhook: ['endpoint', 'auth_token'],
  notify_amqp: ['url', 'queue_dir'],
  notify_elasticsearch: ['url', 'index', 'format', 'queue_dir'],
  notify_kafka: ['brokers', 'queue_dir'],
  notify_mqtt: ['broker', 'topic', 'queue_dir'],
  notify_mysql: ['dsn_string', 'table', 'queue_dir'],
  notify_nats: ['address', 'subject', 'queue_dir'],
  notify_nsq: ['nsqd_address', 'topic', 'queue_dir'],
  notify_postgres: ['connection_string', 'table', 'queue_dir'],
  notify_redis: ['address', 'key', 'queue_dir'],
  notify_webhook: ['endpoint', 'queue_dir'],
}

/** Storage servers store it without checking that it is reachable, so its name has to be typed first. */
export const UNCHECKED = 'etcd'

export type Values = Readonly<Record<string, string>>

export interface FormChanges {
  /** Keys with a new value. */
  set: { key: string; value: string }[]
  /** Keys that return to their defaults, because they were emptied. */
  reset: string[]
}

/** What a form changes. An empty secret keeps the stored one, and empty values are never sent (spec identity-and-settings 4). */
export function changesOf(keys: readonly ConfigurationKey[], values: Values): FormChanges {
  const changed = keys.filter(({ key, value, variable }) => variable === '' && (values[key] ?? value) !== value)
  return {
    set: changed.flatMap(({ key }) => (values[key] ? [{ key, value: values[key] }] : [])),
    reset: changed.filter(({ key }) => !values[key]).map(({ key }) => key),
  }
}

/** Whether a key must have a value while its target is switched on. */
export function isRequired(section: string, { key, required }: ConfigurationKey): boolean {
  return required || REQUIRED[section]?.includes(key) === true
}

export type FieldProblem = 'required' | 'lineEnd'

export function problemOf(section: string, field: ConfigurationKey, values: Values): FieldProblem | undefined {
  const value = values[field.key] ?? field.value
  if (/[\r\n]/.test(value) || value.startsWith('"') || value.endsWith('"')) return 'lineEnd'
  const isStoredSecret = field.secret && field.source === 'stored'
  const isSet = value.trim() !== '' || isStoredSecret || field.variable !== ''
  return isRequired(section, field) && !isSet && values.enable !== 'off' ? 'required' : undefined
}
