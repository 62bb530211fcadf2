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
let got: unknown[]
let status: number
let hook: Server
let url: string
const log: LogEntry[] = []
const open: Webhook[] = []

beforeEach(async () => {
  documents = documentsInMemory()
  got = []
  status = 200
  log.length = 0
  hook = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => {
      text += piece
    })
    request.on('end', () => {
      if (status === 200) got.push(JSON.parse(text))
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
  const made = new Webhook({
    name: 'test:t',
    endpoint,
    headers: {},
    timeoutMs: 60_000,
    pauseMs: () => 5,
    maxRetries,
    queue: from.open('t', limit),
    log: (entry) => log.push(entry),
  })
  open.push(made)
  return made
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 25_000; !isSo(); await delay(5)) {
    if (Date.now() > deadline) throw new Error('waited in vain')
  }
}

test('entries come in order', async () => {
  const target = webhook()
  for (let number = 0; number < 50; number++) target.send(number)
  await until(() => got.length === 50)
  expect(got).toEqual(Array.from({ length: 50 }, (_, at) => at))
  await until(() => target.stats.waiting === 0)
  expect(target.stats).toMatchObject({ sent: 50, failed: 0, dropped: 0, isOnline: true })
  await target.close()
  expect(documents.ids('queue-test')).toEqual([])
})

test('what a webhook refuses is sent again, in order, and said once', async () => {
  status = 500
  const target = webhook()
  for (const entry of ['a', 'b', 'c']) target.send(entry)
  await until(() => target.stats.failed >= 3)
  expect(target.stats).toMatchObject({ sent: 0, waiting: 3, isOnline: false })
  status = 200
  await until(() => got.length === 3)
  expect(got).toEqual(['a', 'b', 'c'])
  expect(log).toHaveLength(1)
  expect(log[0]?.message).toBe('a webhook cannot be reached; its entries wait (test:t)')
})

test('what waits is delivered by the next one on the same store', async () => {
  status = 500
  const first = webhook()
  for (const entry of ['a', 'b']) first.send(entry)
  await until(() => first.stats.failed >= 1)
  await first.close()
  status = 200
  const next = webhook()
  next.send('c')
  await until(() => got.length === 3)
  expect(got).toEqual(['a', 'b', 'c'])
})

test('an entry that cannot be read is dropped and told, and the others come', async () => {
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
  // What the webhook got counts as sent once its answer is back.
  await until(() => target.stats.waiting === 0)
  expect(got).toEqual(['a', 'c'])
  expect(target.stats).toMatchObject({ sent: 2, dropped: 1 })
  expect(log.map(({ message }) => message)).toContain('entries for a webhook are dropped (test:t)')
})

test('a full queue drops what is new, and says so once', async () => {
  status = 500
  const target = webhook(queues(), { limit: 2 })
  for (const entry of ['a', 'b', 'c', 'd']) target.send(entry)
  expect(target.stats).toMatchObject({ waiting: 2, dropped: 2 })
  status = 200
  await until(() => got.length === 2)
  expect(got).toEqual(['a', 'b'])
  expect(log.filter(({ message }) => message.includes('dropped'))).toHaveLength(1)
})

test('an entry is given up after as many retries as are set', async () => {
  status = 500
  const target = webhook(queues(), { maxRetries: 2 })
  target.send('a')
  await until(() => target.stats.dropped === 1)
  expect(target.stats).toMatchObject({ failed: 3, waiting: 0 })
})

test('what waits for a target that is gone is forgotten', async () => {
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

test('closing does not wait for a webhook that does not answer', async () => {
  hook.removeAllListeners('request')
  const target = webhook()
  target.send('a')
  await until(() => target.stats.sending === 1)
  expect(await runningMs(() => target.close())).toBeLessThan(900)
  expect(documents.ids('queue-test')).toHaveLength(1)
})

/** The target `t` does not take what was sent to it. */
async function withOneThatWaits(): Promise<{ config: Config; webhooks: Webhooks }> {
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
  webhooks.send('of the first')
  await until(() => (webhooks.get('t')?.stats.failed ?? 0) > 0)
  return { config, webhooks }
}

test('a target that is removed and added again at once starts with an empty queue of its own', async () => {
  const { config, webhooks } = await withOneThatWaits()

  // The removal of what waits takes its time.
  let isRemoving = false
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { change } = documents
  documents.change = async (changes) => {
    if (changes.some(({ space }) => space === 'queue-audit_webhook')) {
      isRemoving = true
      await held
    }
    return change(changes)
  }
  await config.delete('audit_webhook:t')
  await until(() => isRemoving)
  expect(webhooks.isEmpty).toBe(true)
  await config.set(`audit_webhook:t endpoint=${url}`)
  status = 200
  goOn()
  await until(() => !webhooks.isEmpty)
  for (const entry of ['a', 'b', 'c']) webhooks.send(entry)
  await until(() => got.length === 3)
  // Closing cuts off an answer that is on its way, and what was not answered stays.
  await until(() => webhooks.get('t')?.stats.waiting === 0)
  await webhooks.close()
  expect(got).toEqual(['a', 'b', 'c'])
  expect(documents.ids('queue-audit_webhook')).toEqual([])
  expect(log.map(({ message }) => message)).toEqual(['a webhook cannot be reached; its entries wait (audit_webhook:t)'])
})

test('a target that is removed and added again before its turn has nothing of the first', async () => {
  const { config, webhooks } = await withOneThatWaits()
  const first = webhooks.get('t')
  await Promise.all([config.delete('audit_webhook:t'), config.set(`audit_webhook:t endpoint=${url}`)])
  await until(() => webhooks.get('t') !== undefined && webhooks.get('t') !== first)
  expect(webhooks.get('t')?.stats.waiting).toBe(0)
  expect(documents.ids('queue-audit_webhook')).toEqual([])
  await webhooks.close()
})
