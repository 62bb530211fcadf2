import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendMessages } from './send-messages.ts'

const schema = z.object({ n: z.number() })

/** A browser that reads nothing while `waiting` is large. */
function browser() {
  const sent: unknown[] = []
  const socket = { bufferedAmount: 0, send: (text: string) => sent.push(JSON.parse(text)) }
  return { sent, socket }
}

test('drops messages for a slow browser, reports their number, and continues', async () => {
  const { sent, socket } = browser()
  async function* view() {
    yield { n: 1 }
    socket.bufferedAmount = 10 * 1024 * 1024
    for (let n = 2; n <= 1_000; n++) yield { n }
    socket.bufferedAmount = 0
    yield { n: 1_001 }
  }
  const delivery = { sent: 0, dropped: 0 }
  await sendMessages(socket, schema, view(), delivery)
  expect(sent).toEqual([{ n: 1 }, { kind: 'dropped', count: 999 }, { n: 1_001 }])
  expect(delivery).toEqual({ sent: 2, dropped: 999 })
})

test('sends nothing that the contract does not declare', async () => {
  const { sent, socket } = browser()
  async function* view() {
    yield { n: 1, secretKey: 'inner' }
  }
  await sendMessages(socket, schema, view(), { sent: 0, dropped: 0 })
  expect(sent).toEqual([{ n: 1 }])
})
