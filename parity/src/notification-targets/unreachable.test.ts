/** A target is saved only while its broker responds. No broker runs in these tests. */
import { freePort } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const server = await startOwnServer()
const port = await freePort()
afterAll(() => server.stop())

const address = () => `127.0.0.1:${port}`
const refused = () => `dial tcp ${address()}: connect: connection refused`

/** Kind, settings, and what MinIO reports, which has another name for PostgreSQL. */
test.each<[string, () => string, () => string]>([
  ['amqp', () => `url="amqp://user:secret@${address()}" exchange=events`, () => `(orders:amqp): ${refused()}`],
  [
    'elasticsearch',
    () => `url="http://${address()}" index=events format=namespace`,
    () => '(orders:elasticsearch): not connected to target server/service',
  ],
  [
    'kafka',
    () => `brokers="${address()}" topic=events`,
    () => `(orders:kafka): kafka: client has run out of available brokers to talk to: ${refused()}`,
  ],
  ['mqtt', () => `broker="tcp://${address()}" topic=events`, () => `(orders:mqtt): network Error : ${refused()}`],
  [
    'mysql',
    () => `dsn_string="user:secret@tcp(${address()})/events" table=events format=namespace`,
    () => `(orders:mysql): ${refused()}`,
  ],
  [
    'nats',
    () => `address="${address()}" subject=events`,
    () => '(orders:nats): nats: no servers available for connection',
  ],
  ['nsq', () => `nsqd_address="${address()}" topic=events`, () => `(orders:nsq): ${refused()}`],
  [
    'postgres',
    () => `connection_string="host=127.0.0.1 port=${port} user=user password=secret dbname=events" table=events`,
    () => `(orders:postgresql): ${refused()}`,
  ],
  ['redis', () => `address="${address()}" key=events format=namespace`, () => `(orders:redis): ${refused()}`],
])('the server refuses a target of the kind %s whose broker is unreachable', async (kind, settings, message) => {
  const started = Date.now()
  const response = await server.setConfig(`notify_${kind}:orders ${settings()}`)
  expect(Date.now() - started).toBeLessThan(10_000)
  expect([response.outcome, JSON.parse(response.text).Message]).toEqual(
    differs(
      {
        engine: ['501 NotImplemented', `notify_${kind} is not implemented by this server.`],
        minio: ['400 XMinioAdminConfigBadJSON', `error ${message()}`],
      },
      'the engine delivers to webhooks only, and refuses the other kinds by name',
    ),
  )
})
