import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { addWebhookTargets, tempFolder, waitUntil } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KilledStorage, LOCKED, SEALED, WATCHED } from './killed-storage.ts'

const SCALE = Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1))
/** Number of acknowledgements after which the process is killed, for each round. */
const KILLS = [1, 10, 40, 90, 25, 60]

/** A webhook that accepts or rejects deliveries. */
class Hook {
  isAccepting = true
  readonly received = new Set<string>()
  #server: Server | undefined

  async up(): Promise<string> {
    const server = createServer(async (request, response) => {
      let text = ''
      for await (const piece of request.setEncoding('utf8')) text += piece
      if (this.isAccepting && text !== '') {
        const { EventName, Key } = JSON.parse(text) as { EventName: string; Key: string }
        const what = EventName.startsWith('s3:ObjectCreated:') ? 'put' : 'delete'
        this.received.add(`${what} ${Key.slice(WATCHED.length + 1)}`)
      }
      response.writeHead(this.isAccepting ? 200 : 503).end()
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
    this.#server = server
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  down(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }
}

const hook = new Hook()
const folder = tempFolder('killed-storage')
const storage = new KilledStorage(join(folder.path, 'data'))

beforeEach(async () => {
  const endpoint = await hook.up()
  await addWebhookTargets(await storage.start(), { hook: endpoint })
  const lock = { 'x-amz-bucket-object-lock-enabled': 'true' }
  for (const [bucket, headers] of [
    [WATCHED, {}],
    [SEALED, {}],
    [LOCKED, lock],
  ] as const) {
    expect((await storage.send({ method: 'PUT', bucket, headers })).status).toBe(200)
  }
  const events = ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'].map((name) => `<Event>${name}</Event>`).join('')
  const rule = `<QueueConfiguration>${events}<Queue>arn:minio:sqs::hook:webhook</Queue></QueueConfiguration>`
  const notified = await storage.send({
    method: 'PUT',
    bucket: WATCHED,
    query: { notification: '' },
    body: `<NotificationConfiguration>${rule}</NotificationConfiguration>`,
  })
  const byDefault =
    '<ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault>'
  const sealed = await storage.send({
    method: 'PUT',
    bucket: SEALED,
    query: { encryption: '' },
    body: `<ServerSideEncryptionConfiguration><Rule>${byDefault}</Rule></ServerSideEncryptionConfiguration>`,
  })
  expect([notified.status, sealed.status]).toEqual([200, 200])
  await storage.lock()
})
afterEach(async () => {
  await storage.stop()
  hook.down()
  folder.remove()
})

test('kill -9 loses no event of an acknowledged change, no encrypted object, and no locked version', async () => {
  for (let round = 0; round < KILLS.length * SCALE; round++) {
    // Alternate between rejecting all deliveries and killing the process during deliveries.
    hook.isAccepting = round % 2 === 1
    await storage.workUntilKilled(round, KILLS[round % KILLS.length] ?? 1)
    await storage.start()
    expect(await storage.inspect()).toEqual([])
  }
  hook.isAccepting = true
  await waitUntil('every event is delivered', () => [...storage.acknowledged].every((one) => hook.received.has(one)), {
    deadlineMs: 60_000,
  })
  expect(storage.acknowledged.size).toBeGreaterThan(KILLS.length)
  expect([...storage.sealed.values()].filter(Boolean).length).toBeGreaterThan(KILLS.length)
})
