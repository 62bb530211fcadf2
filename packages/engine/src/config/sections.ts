/**
 * The settings of the engine as data. Sections and keys have MinIO's names, order and default values, because clients parse
 * them as text. Only supported settings are listed. `UNSUPPORTED_SECTIONS` and `unsupported` name the others of MinIO, which
 * are rejected by name unless they are set to the value that the engine always uses.
 */
import { defaultValue, defaultValues } from '@cooperage/wire'
import {
  checkAbsolutePath,
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
  /** Input type for client forms: string, on|off, url, number, duration, csv, sentence. */
  type: string
  help: string
  /** Must have a value while the target is enabled. */
  required?: boolean
  /** Omitted from `get` responses, included in the export. */
  secret?: boolean
  /** Left out of the help, from which forms are made. */
  undescribed?: true
  /** Describes what is wrong with a non-empty value; undefined when it is valid. */
  check?: (value: string) => string | undefined
}

export interface ConfigSection {
  name: string
  help: string
  /** Can have several named targets. */
  multiple: boolean
  /** Changes take effect immediately; otherwise after a restart. */
  dynamic: boolean
  /** In output order. */
  keys: readonly ConfigKey[]
  /** MinIO's keys that are not supported, each with the only accepted value. */
  unsupported: Readonly<Record<string, string>>
  /** Still read and written, but no longer listed. */
  deprecated?: boolean
}

type DeclaredKey = Omit<ConfigKey, 'defaultValue'>

/** A section as it is written below: the default values are MinIO's. */
interface DeclaredSection extends Omit<ConfigSection, 'keys' | 'unsupported'> {
  keys: readonly DeclaredKey[]
  unsupported: readonly string[]
}

function withDefaults({ keys, unsupported, ...section }: DeclaredSection): ConfigSection {
  return {
    ...section,
    keys: keys.map((key) => ({ ...key, defaultValue: defaultValue(section.name, key.name) })),
    unsupported: defaultValues(section.name, unsupported),
  }
}

const ENABLE: DeclaredKey = {
  name: 'enable',
  type: 'on|off',
  help: 'whether the target is enabled; on by default',
  required: true,
  check: checkOnOff,
}
const ENDPOINT: DeclaredKey = {
  name: 'endpoint',
  type: 'url',
  help: 'URL that receives a POST request for each entry, for example http://localhost:8080/events',
  required: true,
  check: checkUrl,
}
const AUTH_TOKEN: DeclaredKey = {
  name: 'auth_token',
  type: 'string',
  help: 'sent as the Authorization header',
  secret: true,
}

/**
 * Stored for clients and configurations written for MinIO, but not used: every queue is in the data folder. Undescribed,
 * because forms would ask for it.
 */
const QUEUE_DIR: DeclaredKey = {
  name: 'queue_dir',
  type: 'path',
  help: 'accepted, but has no effect: undelivered entries are always kept in the data folder',
  undescribed: true,
  check: checkAbsolutePath,
}

/** The webhooks of the server log and the audit log have the same keys. */
function logWebhook(name: string, help: string, unsupported: readonly string[]): ConfigSection {
  return withDefaults({
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
        type: 'number',
        help: 'maximum number of undelivered entries; further ones are dropped',
        check: checkNumber,
      },
      QUEUE_DIR,
      {
        name: 'max_retry',
        type: 'number',
        help: 'number of failed deliveries after which an entry is dropped; 0 retries forever',
        check: checkNumber,
      },
      {
        name: 'retry_interval',
        type: 'duration',
        help: "time to wait after a failed delivery, at most '1m'",
        check: checkRetryInterval,
      },
      {
        name: 'http_timeout',
        type: 'duration',
        help: 'timeout of one delivery',
        check: checkTimeout,
      },
    ],
    unsupported: ['client_cert', 'client_key', 'batch_size', ...unsupported],
  })
}

export const SECTIONS = {
  site: withDefaults({
    name: 'site',
    help: 'name and region of this server',
    multiple: false,
    dynamic: false,
    keys: [
      {
        name: 'name',
        type: 'string',
        help: 'name of the site, for example cal-rack0',
        check: checkSiteName,
      },
      {
        name: 'region',
        type: 'string',
        help: 'region of the buckets, for example us-east-1; if empty, signatures may name any region',
        check: checkRegion,
      },
    ],
    unsupported: [],
  }),
  region: withDefaults({
    name: 'region',
    help: 'region of this server; deprecated, set it in site',
    multiple: false,
    dynamic: false,
    deprecated: true,
    keys: [{ name: 'name', type: 'string', help: 'region of the buckets; deprecated', check: checkRegion }],
    unsupported: [],
  }),
  api: withDefaults({
    name: 'api',
    help: 'limits on requests and multipart uploads',
    multiple: false,
    dynamic: true,
    keys: [
      {
        name: 'requests_max',
        type: 'number',
        help: 'maximum number of concurrent S3 requests; further ones are rejected; 0 sets no limit',
        check: checkNumber,
      },
      {
        name: 'stale_uploads_cleanup_interval',
        type: 'duration',
        help: 'interval between searches for stale multipart uploads',
        check: checkPositiveDuration,
      },
      {
        name: 'stale_uploads_expiry',
        type: 'duration',
        help: 'age at which an incomplete multipart upload is removed',
        check: checkPositiveDuration,
      },
    ],
    unsupported: [
      'cluster_deadline',
      'cors_allow_origin',
      'remote_transport_deadline',
      'list_quorum',
      'replication_priority',
      'replication_max_workers',
      'replication_max_lrg_workers',
      'transition_workers',
      'delete_cleanup_interval',
      'odirect',
      'gzip_objects',
      'root_access',
      'sync_events',
      'object_max_versions',
    ],
  }),
  identity_openid: withDefaults({
    name: 'identity_openid',
    help: 'sign-in with OpenID Connect providers',
    multiple: true,
    dynamic: false,
    keys: [
      { ...ENABLE, required: false },
      { name: 'display_name', type: 'string', help: 'name of the provider on sign-in pages' },
      {
        name: 'config_url',
        type: 'url',
        help: 'URL of the discovery document, ending in /.well-known/openid-configuration',
        required: true,
        check: checkUrl,
      },
      {
        name: 'client_id',
        type: 'string',
        help: 'client ID registered with the provider',
        required: true,
      },
      {
        name: 'client_secret',
        type: 'string',
        help: 'client secret registered with the provider',
        secret: true,
      },
      { name: 'claim_name', type: 'string', help: 'claim that names the policies of the user' },
      {
        name: 'role_policy',
        type: 'string',
        help: 'policies of all users who sign in with this provider',
      },
      { name: 'scopes', type: 'csv', help: "requested scopes; by default the provider's" },
    ],
    unsupported: [
      'claim_userinfo',
      'redirect_uri_dynamic',
      'vendor',
      'keycloak_realm',
      'keycloak_admin_url',
      'user_readable_claim',
      'user_id_claim',
    ],
  }),
  identity_ldap: withDefaults({
    name: 'identity_ldap',
    help: 'sign-in with the users of an LDAP directory or Active Directory, in place of built-in users',
    multiple: false,
    dynamic: false,
    keys: [
      { ...ENABLE, required: false },
      {
        name: 'server_addr',
        type: 'address',
        help: 'address of the directory, for example ldap.example.org:636',
        required: true,
      },
      {
        name: 'srv_record_name',
        type: 'string',
        help: 'finds the directory by an SRV record: ldap, ldaps, or on for a record of exactly the given name',
      },
      {
        name: 'user_dn_search_base_dn',
        type: 'list',
        help: '";" separated list of entries below which users are, for example ou=people,dc=example,dc=org',
      },
      {
        name: 'user_dn_search_filter',
        type: 'string',
        help: 'filter that finds a user by %s, the user name, for example (uid=%s)',
      },
      {
        name: 'user_dn_attributes',
        type: 'list',
        help: '"," separated list of attributes of users for policy conditions, for example mail',
      },
      {
        name: 'group_search_filter',
        type: 'string',
        help: 'filter that finds the groups of a user by %d, its distinguished name, or %s, for example (member=%d)',
      },
      {
        name: 'group_search_base_dn',
        type: 'list',
        help: '";" separated list of entries below which groups are, for example ou=groups,dc=example,dc=org',
      },
      {
        name: 'tls_skip_verify',
        type: 'on|off',
        help: 'accept any certificate of the directory',
        check: checkOnOff,
      },
      {
        name: 'server_insecure',
        type: 'on|off',
        help: 'connect to the directory without TLS',
        check: checkOnOff,
      },
      {
        name: 'server_starttls',
        type: 'on|off',
        help: 'begin without TLS and change to it by StartTLS',
        check: checkOnOff,
      },
      {
        name: 'lookup_bind_dn',
        type: 'string',
        help: 'distinguished name of the account that searches the directory',
      },
      {
        name: 'lookup_bind_password',
        type: 'string',
        help: 'password of the account that searches the directory',
        secret: true,
      },
    ],
    unsupported: [],
  }),
  logger_webhook: logWebhook('logger_webhook', 'sends the server log to webhooks', ['proxy']),
  audit_webhook: logWebhook('audit_webhook', 'sends an audit entry for each request to webhooks', []),
  notify_webhook: withDefaults({
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
        type: 'number',
        help: 'maximum number of undelivered events, 0 for 100000; further ones are dropped',
        check: checkNumber,
      },
      QUEUE_DIR,
    ],
    unsupported: ['client_cert', 'client_key'],
  }),
} satisfies Record<string, ConfigSection>

export type SectionName = keyof typeof SECTIONS

/** Sections of single-drive MinIO that the engine does not support. */
export const UNSUPPORTED_SECTIONS: ReadonlySet<string> = new Set([
  'audit_kafka',
  'batch',
  'browser',
  'callhome',
  'compression',
  'drive',
  'etcd',
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

/** Name of the unnamed target of a section. */
export const DEFAULT_TARGET = '_'

export function findSection(name: string): ConfigSection | undefined {
  return Object.hasOwn(SECTIONS, name) ? SECTIONS[name as SectionName] : undefined
}
