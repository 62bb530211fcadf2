/** What MinIO delivers to a real broker, the same for each kind. */
import { type Broker, type BrokerKind, missingProgram, startMinio, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, ownServer } from '../own-server.ts'
import { ODD_KEYS } from '../target.ts'

/** Declares the tests of one kind of broker, which are skipped with a warning where the broker or MinIO isn't installed. */
export function testDeliveries(kind: BrokerKind, startBroker: () => Promise<Broker>): void {
  const missing = missingProgram(kind) ?? missingProgram('minio')
  if (missing !== undefined) console.warn(`!!!!  SKIPPED: deliveries to ${kind}. ${missing}`)

  describe.skipIf(missing !== undefined)(kind, () => {
    const target = kind === 'postgres' ? 'postgresql' : kind
    const arn = `arn:minio:sqs::orders:${target}`
    let server: OwnServer
    let broker: Broker
    beforeAll(async () => {
      const starts = await Promise.allSettled([startMinio(), startBroker()])
      if (starts[0].status === 'fulfilled') server = ownServer(starts[0].value)
      if (starts[1].status === 'fulfilled') broker = starts[1].value
      for (const start of starts) if (start.status === 'rejected') throw start.reason
      const settings = Object.entries(broker.settings).map(([key, value]) => `${key}="${value}"`)
      const { status, text } = await server.setConfig(`notify_${kind}:orders ${settings.join(' ')}`)
      expect([status, text]).toEqual([200, ''])
      await server.restart()
    })
    afterAll(async () => {
      // First, because some brokers wait for their clients.
      await server?.stop()
      await broker?.stop()
    })

    test('is listed as online', async () => {
      const info = JSON.parse((await server.admin('info')).text)
      expect(info.sqsARN).toEqual([arn])
      expect(info.services.notifications).toEqual([{ [target]: [{ orders: { status: 'online' } }] }])
    })

    test('receives the events of a bucket, whatever the names of its objects', async () => {
      const bucket = await server.bucket()
      const subscription = `<QueueConfiguration><Queue>${arn}</Queue><Event>s3:ObjectCreated:*</Event></QueueConfiguration>`
      const body = `<NotificationConfiguration>${subscription}</NotificationConfiguration>`
      expect((await server.request({ method: 'PUT', bucket, query: { notification: '' }, body })).status).toBe(200)
      const keys = ['photo.jpg', ...ODD_KEYS, uniqueName('<b>"; drop table events; --')]
      for (const key of keys) expect((await server.request({ method: 'PUT', bucket, key, body: 'x' })).status).toBe(200)

      const events = await waitUntil('all events arrive', async () => {
        const received = (await broker.events()).filter(({ name }) => name.startsWith(`${bucket}/`))
        return received.length >= keys.length && received
      })
      const found = events.map(({ name, records }) => [
        name,
        ...records.map(({ eventName, s3 }) => [
          eventName,
          s3.bucket.name,
          decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
        ]),
      ])
      expect(found.sort()).toEqual(
        keys.map((key) => [`${bucket}/${key}`, ['s3:ObjectCreated:Put', bucket, key]]).sort(),
      )
    })
  })
}
