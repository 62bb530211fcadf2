import type { DroppedMessage, Schema } from '@cooperage/contract'
import * as z from 'zod/mini'
import type { LiveConnection } from './live-connection.ts'

/** Maximum buffered bytes for a slow browser. Further messages are dropped: a live view shows the present. */
const MAX_WAITING_BYTES = 512 * 1024

/** Message counts of a view. */
export interface Delivery {
  sent: number
  dropped: number
}

/**
 * Sends the messages of a view, validated against its schema, until the view ends. It never waits for the browser: messages
 * that don't fit are dropped, and their count is sent in their place.
 */
export async function sendMessages(
  connection: Pick<LiveConnection, 'bufferedAmount' | 'send'>,
  schema: Schema,
  messages: AsyncIterable<unknown>,
  delivery: Delivery,
): Promise<void> {
  let missing = 0
  for await (const message of messages) {
    if (connection.bufferedAmount > MAX_WAITING_BYTES) {
      missing += 1
      delivery.dropped += 1
      continue
    }
    if (missing > 0) {
      connection.send(JSON.stringify({ kind: 'dropped', count: missing } satisfies DroppedMessage))
      missing = 0
    }
    connection.send(textOf(schema, message))
    delivery.sent += 1
  }
}

/** Watchers of a shared stream get the same objects: each is validated and written once. */
const texts = new WeakMap<object, string>()

function textOf(schema: Schema, message: unknown): string {
  const known = typeof message === 'object' && message !== null ? texts.get(message) : undefined
  if (known !== undefined) return known
  const text = JSON.stringify(z.parse(schema, message))
  if (typeof message === 'object' && message !== null) texts.set(message, text)
  return text
}
