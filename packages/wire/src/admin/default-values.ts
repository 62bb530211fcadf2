/**
 * Default values of MinIO's configuration, which its API doesn't report: for the console, which shows them, and for the engine,
 * which has the same. Keys that aren't listed default to ''. `region` is the deprecated form of `site`.
 */
const DEFAULT_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  callhome: { enable: 'off', frequency: '24h' },
  drive: { max_timeout: '30s' },
  api: {
    requests_max: '0',
    cluster_deadline: '10s',
    cors_allow_origin: '*',
    remote_transport_deadline: '2h',
    list_quorum: 'strict',
    replication_priority: 'auto',
    replication_max_workers: '500',
    replication_max_lrg_workers: '10',
    transition_workers: '100',
    stale_uploads_cleanup_interval: '6h',
    stale_uploads_expiry: '24h',
    delete_cleanup_interval: '5m',
    odirect: 'on',
    gzip_objects: 'off',
    root_access: 'on',
    sync_events: 'off',
    object_max_versions: '9223372036854775807',
  },
  scanner: { speed: 'default', alert_excess_versions: '100', alert_excess_folders: '50000' },
  batch: { replication_workers_wait: '0ms', keyrotation_workers_wait: '0ms', expiration_workers_wait: '0ms' },
  compression: {
    enable: 'off',
    allow_encryption: 'off',
    extensions: '.txt,.log,.csv,.json,.tar,.xml,.bin',
    mime_types: 'text/*,application/json,application/xml,binary/octet-stream',
  },
  identity_openid: { claim_name: 'policy', redirect_uri_dynamic: 'off' },
  identity_ldap: { tls_skip_verify: 'off', server_insecure: 'off', server_starttls: 'off', sts_expiry: '1h' },
  identity_tls: { skip_verify: 'off' },
  policy_plugin: { enable_http2: 'off' },
  logger_webhook: {
    enable: 'off',
    batch_size: '1',
    queue_size: '100000',
    max_retry: '0',
    retry_interval: '3s',
    http_timeout: '5s',
  },
  audit_webhook: {
    enable: 'off',
    batch_size: '1',
    queue_size: '100000',
    max_retry: '0',
    retry_interval: '3s',
    http_timeout: '5s',
  },
  audit_kafka: {
    enable: 'off',
    sasl_mechanism: 'plain',
    tls_client_auth: '0',
    sasl: 'off',
    tls: 'off',
    tls_skip_verify: 'off',
    queue_size: '100000',
  },
  notify_webhook: { enable: 'off', queue_limit: '0' },
  notify_amqp: {
    enable: 'off',
    mandatory: 'off',
    durable: 'off',
    no_wait: 'off',
    internal: 'off',
    auto_deleted: 'off',
    delivery_mode: '0',
    publisher_confirms: 'off',
    queue_limit: '0',
  },
  notify_kafka: {
    enable: 'off',
    sasl_mechanism: 'plain',
    tls_client_auth: '0',
    sasl: 'off',
    tls: 'off',
    tls_skip_verify: 'off',
    queue_limit: '0',
    batch_size: '0',
    batch_commit_timeout: '0s',
  },
  notify_mqtt: { enable: 'off', qos: '0', keep_alive_interval: '0s', reconnect_interval: '0s', queue_limit: '0' },
  notify_nats: {
    enable: 'off',
    tls: 'off',
    tls_skip_verify: 'off',
    ping_interval: '0',
    jetstream: 'off',
    streaming: 'off',
    streaming_async: 'off',
    streaming_max_pub_acks_in_flight: '0',
    queue_limit: '0',
  },
  notify_nsq: { enable: 'off', tls: 'off', tls_skip_verify: 'off', queue_limit: '0' },
  notify_mysql: { enable: 'off', format: 'namespace', queue_limit: '0', max_open_connections: '2' },
  notify_postgres: { enable: 'off', format: 'namespace', queue_limit: '0', max_open_connections: '2' },
  notify_elasticsearch: { enable: 'off', format: 'namespace', queue_limit: '0' },
  notify_redis: { enable: 'off', format: 'namespace', queue_limit: '0' },
  lambda_webhook: { enable: 'off' },
  etcd: { coredns_path: '/skydns' },
  browser: {
    csp_policy:
      "default-src 'self' 'unsafe-eval' 'unsafe-inline'; script-src 'self' https://unpkg.com;  connect-src 'self' https://unpkg.com;",
    hsts_seconds: '0',
    hsts_include_subdomains: 'off',
    hsts_preload: 'off',
    referrer_policy: 'strict-origin-when-cross-origin',
  },
  ilm: { transition_workers: '100', expiration_workers: '100' },
  storage_class: { optimize: 'availability' },
  heal: { bitrotscan: 'off', max_sleep: '250ms', max_io: '100' },
}

/** The values of a section that aren't ''. */
export function listedDefaults(section: string): Readonly<Record<string, string>> {
  return DEFAULT_VALUES[section] ?? {}
}

export function defaultValue(section: string, key: string): string {
  return listedDefaults(section)[key] ?? ''
}

/** Of every key, so that a secret that isn't set doesn't look as if it were. */
export function defaultValues(section: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, defaultValue(section, key)]))
}
