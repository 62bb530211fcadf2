/** The settings of each kind of target (spec identity-and-settings 3), which the console's forms get from the server. */
import { expect, test } from 'vitest'
import { succeed } from '../admin/iam-calls.ts'

const COMMON = ['queue_dir', 'queue_limit', 'comment']
const FIELDS = {
  kafka: [
    ...['brokers', 'topic', 'sasl_username', 'sasl_password', 'sasl_mechanism', 'tls_client_auth', 'sasl', 'tls'],
    ...['tls_skip_verify', 'client_tls_cert', 'client_tls_key', 'version'],
  ],
  amqp: [
    ...['url', 'exchange', 'exchange_type', 'routing_key', 'mandatory', 'durable', 'no_wait', 'internal'],
    ...['auto_deleted', 'delivery_mode'],
  ],
  redis: ['address', 'key', 'password'],
  mqtt: ['broker', 'topic', 'username', 'password', 'qos', 'keep_alive_interval', 'reconnect_interval'],
  nats: [
    ...['address', 'subject', 'username', 'password', 'token', 'tls', 'tls_skip_verify', 'ping_interval', 'streaming'],
    ...['streaming_async', 'streaming_max_pub_acks_in_flight', 'streaming_cluster_id', 'cert_authority'],
    ...['client_cert', 'client_key'],
  ],
  elasticsearch: ['url', 'index', 'format'],
  webhook: ['endpoint', 'auth_token'],
  nsq: ['nsqd_address', 'topic', 'tls', 'tls_skip_verify'],
  postgres: ['connection_string', 'table', 'format'],
  mysql: ['dsn_string', 'table', 'format'],
}

test('the server describes every field of the document', async () => {
  for (const [kind, fields] of Object.entries(FIELDS)) {
    const query = { subSys: `notify_${kind}`, key: '' }
    const { json } = await succeed('GET', 'help-config-kv', { query })
    const keys = (json as { keysHelp: { key: string }[] }).keysHelp.map(({ key }) => key)
    expect(keys, kind).toEqual(expect.arrayContaining([...fields, ...COMMON]))
  }
})
