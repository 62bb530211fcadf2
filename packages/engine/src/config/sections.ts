/**
 * The settings of the engine, as data: sections and keys are named, ordered and preset as MinIO's, because clients read them
 * as text. Only what is honoured is here; what MinIO has besides is named in `REFUSED_SECTIONS` and in `refused`, with the
 * preset under which the engine always works, and refused by that name.
 */
import {
  checkNumber,
  checkOnOff,
  checkPositiveDuration,
  checkRegion,
  checkRetryInterval,
  checkSiteName,
  checkTimeout,
  checkUrl,
} from './values.ts'

export interface ConfigKey {
  name: string
  defaultValue: string
  /** As forms of clients use it: string, on|off, url, number, duration, csv, sentence. */
  type: string
  help: string
  /** Has to have a value where the target is enabled. */
  required?: boolean
  /** Left out of answers to `get`; the export has it. */
  secret?: boolean
  /** Names what is wrong with a value that is not empty. */
  check?: (value: string) => string | undefined
}

export interface ConfigSection {
  name: string
  help: string
  /** Several of it may exist, each with a name. */
  multiple: boolean
  /** In force as soon as it is set; otherwise after a restart. */
  dynamic: boolean
  /** In the order in which they are written. */
  keys: readonly ConfigKey[]
  /** Keys of MinIO that are not offered, with the only value that is taken. */
  unsupported: Readonly<Record<string, string>>
  /** Still read and written, and no longer listed. */
  deprecated?: boolean
}

const ENABLE: ConfigKey = {
  name: 'enable',
  defaultValue: 'off',
  type: 'on|off',
  help: 'whether the target is used; on unless told',
  required: true,
  check: checkOnOff,
}
const ENDPOINT: ConfigKey = {
  name: 'endpoint',
  defaultValue: '',
  type: 'url',
  help: 'address that gets a POST for each entry, for example http://localhost:8080/events',
  required: true,
  check: checkUrl,
}
const AUTH_TOKEN: ConfigKey = {
  name: 'auth_token',
  defaultValue: '',
  type: 'string',
  help: 'sent as the Authorization header',
  secret: true,
}

/** Webhooks of the two logs differ in their names only. */
function logWebhook(name: string, help: string, unsupported: Record<string, string>): ConfigSection {
  return {
    name,
    help,
    multiple: true,
    dynamic: true,
    keys: [
      ENABLE,
      ENDPOINT,
      AUTH_TOKEN,
      {
        name: 'queue_size',
        defaultValue: '100000',
        type: 'number',
        help: 'most entries that wait for delivery; further ones are dropped',
        check: checkNumber,
      },
      {
        name: 'max_retry',
        defaultValue: '0',
        type: 'number',
        help: 'failed deliveries after which an entry is dropped; 0 never drops one',
        check: checkNumber,
      },
      {
        name: 'retry_interval',
        defaultValue: '3s',
        type: 'duration',
        help: "pause after a failed delivery, at most '1m'",
        check: checkRetryInterval,
      },
      {
        name: 'http_timeout',
        defaultValue: '5s',
        type: 'duration',
        help: 'longest time that one delivery may take',
        check: checkTimeout,
      },
    ],
    unsupported: { client_cert: '', client_key: '', batch_size: '1', queue_dir: '', ...unsupported },
  }
}

export const SECTIONS = {
  site: {
    name: 'site',
    help: 'name and region of this server',
    multiple: false,
    dynamic: false,
    keys: [
      {
        name: 'name',
        defaultValue: '',
        type: 'string',
        help: 'name of the site, for example cal-rack0',
        check: checkSiteName,
      },
      {
        name: 'region',
        defaultValue: '',
        type: 'string',
        help: 'region of the buckets, for example us-east-1; without one any is taken in signatures',
        check: checkRegion,
      },
    ],
    unsupported: {},
  },
  region: {
    name: 'region',
    help: 'region of this server; deprecated, set it in site',
    multiple: false,
    dynamic: false,
    deprecated: true,
    keys: [
      { name: 'name', defaultValue: '', type: 'string', help: 'region of the buckets; deprecated', check: checkRegion },
    ],
    unsupported: {},
  },
  api: {
    name: 'api',
    help: 'how requests are handled',
    multiple: false,
    dynamic: true,
    keys: [
      {
        name: 'requests_max',
        defaultValue: '0',
        type: 'number',
        help: 'most S3 requests that run at the same time; further ones are refused; 0 sets no limit',
        check: checkNumber,
      },
      {
        name: 'stale_uploads_cleanup_interval',
        defaultValue: '6h',
        type: 'duration',
        help: 'how often abandoned multipart uploads are looked for',
        check: checkPositiveDuration,
      },
      {
        name: 'stale_uploads_expiry',
        defaultValue: '24h',
        type: 'duration',
        help: 'age after which a multipart upload counts as abandoned and is removed',
        check: checkPositiveDuration,
      },
    ],
    unsupported: {
      cluster_deadline: '10s',
      cors_allow_origin: '*',
      remote_transport_deadline: '2h',
      list_quorum: 'strict',
      replication_priority: 'auto',
      replication_max_workers: '500',
      replication_max_lrg_workers: '10',
      transition_workers: '100',
      delete_cleanup_interval: '5m',
      odirect: 'on',
      gzip_objects: 'off',
      root_access: 'on',
      sync_events: 'off',
      object_max_versions: '9223372036854775807',
    },
  },
  identity_openid: {
    name: 'identity_openid',
    help: 'sign-in by OpenID Connect providers',
    multiple: true,
    dynamic: false,
    keys: [
      { ...ENABLE, defaultValue: '', required: false },
      { name: 'display_name', defaultValue: '', type: 'string', help: 'what people are shown for the provider' },
      {
        name: 'config_url',
        defaultValue: '',
        type: 'url',
        help: 'address of the discovery document, ending in /.well-known/openid-configuration',
        required: true,
        check: checkUrl,
      },
      {
        name: 'client_id',
        defaultValue: '',
        type: 'string',
        help: 'id of this client at the provider',
        required: true,
      },
      {
        name: 'client_secret',
        defaultValue: '',
        type: 'string',
        help: 'secret of this client at the provider',
        secret: true,
      },
      { name: 'claim_name', defaultValue: 'policy', type: 'string', help: 'claim that names the policies of the user' },
      {
        name: 'role_policy',
        defaultValue: '',
        type: 'string',
        help: 'policies of everybody who signs in by this provider',
      },
      { name: 'scopes', defaultValue: '', type: 'csv', help: 'scopes to ask for; those of the provider unless told' },
    ],
    unsupported: {
      claim_userinfo: '',
      redirect_uri_dynamic: 'off',
      vendor: '',
      keycloak_realm: '',
      keycloak_admin_url: '',
      user_readable_claim: '',
      user_id_claim: '',
    },
  },
  logger_webhook: logWebhook('logger_webhook', 'sends the log of the server to webhooks', { proxy: '' }),
  audit_webhook: logWebhook('audit_webhook', 'sends an entry for each request to webhooks', {}),
  notify_webhook: {
    name: 'notify_webhook',
    help: 'sends bucket notifications to webhooks',
    multiple: true,
    dynamic: false,
    keys: [
      ENABLE,
      ENDPOINT,
      AUTH_TOKEN,
      {
        name: 'queue_limit',
        defaultValue: '0',
        type: 'number',
        help: 'most events that wait for delivery, 100000 for 0; further ones are dropped',
        check: checkNumber,
      },
    ],
    unsupported: { queue_dir: '', client_cert: '', client_key: '' },
  },
} as const satisfies Record<string, ConfigSection>

export type SectionName = keyof typeof SECTIONS

/** Sections that a single-drive MinIO has and the engine has not. */
export const UNSUPPORTED_SECTIONS: ReadonlySet<string> = new Set([
  'audit_kafka',
  'batch',
  'browser',
  'callhome',
  'compression',
  'drive',
  'etcd',
  'identity_ldap',
  'identity_plugin',
  'identity_tls',
  'ilm',
  'lambda_webhook',
  'notify_amqp',
  'notify_elasticsearch',
  'notify_kafka',
  'notify_mqtt',
  'notify_mysql',
  'notify_nats',
  'notify_nsq',
  'notify_postgres',
  'notify_redis',
  'policy_plugin',
  'scanner',
  'subnet',
])

/** The target of a section that has no name. */
export const DEFAULT_TARGET = '_'

export function findSection(name: string): ConfigSection | undefined {
  return Object.hasOwn(SECTIONS, name) ? SECTIONS[name as SectionName] : undefined
}
