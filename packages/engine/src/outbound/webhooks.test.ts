import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Config } from '../config/config.ts'
import type { LogEntry } from '../log.ts'
import type { DocumentStore } from '../store/store.ts'
import { documentsInMemory } from '../store/testing/documents-in-memory.ts'
import { runningMs } from '../testing/running-ms.ts'
import { DurableQueues } from './durable-queues.ts'
import { Webhook } from './webhook.ts'
import { Webhooks } from './webhooks.ts'

let documents: DocumentStore
let received: unknown[]
let status: number
let hook: Server
let url: string
const log: LogEntry[] = []
const open: Webhook[] = []

beforeEach(async () => {
  documents = documentsInMemory()
  received = []
  status = 200
  log.length = 0
  hook = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      if (status === 200) received.push(JSON.parse(text))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
})
afterEach(async () => {
  for (const webhook of open.splice(0)) await webhook.close()
  hook.closeAllConnections()
  hook.close()
})

function queues() {
  return new DurableQueues(documents, 'queue-test')
}

function webhook(from = queues(), { limit = 100, maxRetries = 0, endpoint = url } = {}): Webhook {
  const created = new Webhook({
    name: 'test:t',
    endpoint,
    headers: {},
    timeoutMs: 60_000,
    pauseMs: () => 5,
    maxRetries,
    queue: from.open('t', limit),
    log: (entry) => log.push(entry),
  })
  open.push(created)
  return created
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 25_000; !isSo(); await delay(5)) {
    if (Date.now() > deadline) throw new Error('timed out waiting for a condition')
  }
}

test('delivers entries in order', async () => {
  const target = webhook()
  for (let number = 0; number < 50; number++) target.send(number)
  await until(() => received.length === 50)
  expect(received).toEqual(Array.from({ length: 50 }, (_, at) => at))
  await until(() => target.stats.waiting === 0)
  expect(target.stats).toMatchObject({ sent: 50, failed: 0, dropped: 0, isOnline: true })
  await target.close()
  expect(documents.ids('queue-test')).toEqual([])
})

test('retries rejected entries in order and logs the failure once', async () => {
  status = 500
  const target = webhook()
  for (const entry of ['a', 'b', 'c']) target.send(entry)
  await until(() => target.stats.failed >= 3)
  expect(target.stats).toMatchObject({ sent: 0, waiting: 3, isOnline: false })
  status = 200
  await until(() => received.length === 3)
  expect(received).toEqual(['a', 'b', 'c'])
  expect(log).toHaveLength(1)
  expect(log[0]?.message).toBe('a webhook is unreachable; its entries stay queued (test:t)')
})

test('a new webhook on the same store delivers the queued entries', async () => {
  status = 500
  const first = webhook()
  for (const entry of ['a', 'b']) first.send(entry)
  await until(() => first.stats.failed >= 1)
  await first.close()
  status = 200
  const next = webhook()
  next.send('c')
  await until(() => received.length === 3)
  expect(received).toEqual(['a', 'b', 'c'])
})

test('drops and logs an unreadable entry and delivers the others', async () => {
  status = 500
  const target = webhook()
  for (const entry of ['a', 'b', 'c']) target.send(entry)
  await until(() => target.stats.failed >= 1)
  const { get } = documents
  documents.get = (space, id) => {
    if (id.endsWith('1')) throw new SyntaxError('no JSON')
    return get(space, id)
  }
  status = 200
  // An entry counts as sent once the response has arrived.
  await until(() => target.stats.waiting === 0)
  expect(received).toEqual(['a', 'c'])
  expect(target.stats).toMatchObject({ sent: 2, dropped: 1 })
  expect(log.map(({ message }) => message)).toContain('dropping entries for a webhook (test:t)')
})

test('a full queue drops new entries and logs it once', async () => {
  status = 500
  const target = webhook(queues(), { limit: 2 })
  for (const entry of ['a', 'b', 'c', 'd']) target.send(entry)
  expect(target.stats).toMatchObject({ waiting: 2, dropped: 2 })
  status = 200
  await until(() => received.length === 2)
  expect(received).toEqual(['a', 'b'])
  expect(log.filter(({ message }) => message.includes('dropping'))).toHaveLength(1)
})

test('drops an entry after the configured number of retries', async () => {
  status = 500
  const target = webhook(queues(), { maxRetries: 2 })
  target.send('a')
  await until(() => target.stats.dropped === 1)
  expect(target.stats).toMatchObject({ failed: 3, waiting: 0 })
})

test('deletes the entries of a removed target', async () => {
  status = 500
  const first = webhook()
  first.send('a')
  await until(() => first.stats.failed >= 1)
  await first.close()
  const next = queues()
  await next.dropOthers(new Set(['other']))
  expect(documents.ids('queue-test')).toEqual([])
  expect(next.open('t', 10).length).toBe(0)
})

test('closing does not wait for an unresponsive webhook', async () => {
  hook.removeAllListeners('request')
  const target = webhook()
  target.send('a')
  await until(() => target.stats.sending === 1)
  expect(await runningMs(() => target.close())).toBeLessThan(900)
  expect(documents.ids('queue-test')).toHaveLength(1)
})

/** Starts a target `t` that rejects the entry sent to it. */
async function startWithQueuedEntry(): Promise<{ config: Config; webhooks: Webhooks }> {
  status = 500
  const config = new Config(documents)
  await config.set(`audit_webhook:t endpoint=${url}`)
  const webhooks = new Webhooks({
    section: 'audit_webhook',
    config,
    documents,
    log: (entry) => log.push(entry),
    optionsOf: () => ({ headers: {}, timeoutMs: 60_000, pauseMs: () => 5, maxRetries: 0, limit: 10 }),
  })
  webhooks.send('from the first target')
  await until(() => (webhooks.get('t')?.stats.failed ?? 0) > 0)
  return { config, webhooks }
}

test('a target that is removed and immediately added again starts with an empty queue', async () => {
  const { config, webhooks } = await startWithQueuedEntry()

  // Holds the removal of the queued entries until the target has been added again.
  let isRemoving = false
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { change } = documents
  documents.change = async (changes) => {
    if (changes.some(({ space }) => space === 'queue-audit_webhook')) {
      isRemoving = true
      await held
    }
    return change(changes)
  }
  const deleting = config.delete('audit_webhook:t')
  await until(() => isRemoving)
  expect(webhooks.isEmpty).toBe(true)
  const adding = config.set(`audit_webhook:t endpoint=${url}`)
  status = 200
  release()
  await Promise.all([deleting, adding])
  expect(webhooks.isEmpty, 'a change is complete when its webhooks are open').toBe(false)
  for (const entry of ['a', 'b', 'c']) webhooks.send(entry)
  await until(() => received.length === 3)
  // Closing aborts a pending request, whose entry would stay queued.
  await until(() => webhooks.get('t')?.stats.waiting === 0)
  await webhooks.close()
  expect(received).toEqual(['a', 'b', 'c'])
  expect(documents.ids('queue-audit_webhook')).toEqual([])
  expect(log.map(({ message }) => message)).toEqual([
    'a webhook is unreachable; its entries stay queued (audit_webhook:t)',
  ])
})

test('a target that is removed and added again before the change is applied inherits no entries', async () => {
  const { config, webhooks } = await startWithQueuedEntry()
  const first = webhooks.get('t')
  await Promise.all([config.delete('audit_webhook:t'), config.set(`audit_webhook:t endpoint=${url}`)])
  await until(() => webhooks.get('t') !== undefined && webhooks.get('t') !== first)
  expect(webhooks.get('t')?.stats.waiting).toBe(0)
  expect(documents.ids('queue-audit_webhook')).toEqual([])
  await webhooks.close()
})
