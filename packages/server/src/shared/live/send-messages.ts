import type { DroppedMessage, Schema } from '@cooperage/contract'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'

/** Maximum buffered bytes for a slow browser. Further messages are dropped: a live view shows the present. */
const MAX_WAITING_BYTES = 512 * 1024

/** Message counts of a socket. */
export interface Delivery {
  sent: number
  dropped: number
}

/**
 * Sends the messages of a view, validated against its schema, until the view ends. It never waits for the browser: messages
 * that don't fit are dropped, and their count is sent in their place.
 */
export async function sendMessages(
  socket: WebSocket,
  schema: Schema,
  messages: AsyncIterable<unknown>,
  delivery: Delivery,
): Promise<void> {
  let missing = 0
  for await (const message of messages) {
    if (socket.bufferedAmount > MAX_WAITING_BYTES) {
      missing += 1
      delivery.dropped += 1
      continue
    }
    if (missing > 0) {
      socket.send(JSON.stringify({ kind: 'dropped', count: missing } satisfies DroppedMessage))
      missing = 0
    }
    socket.send(JSON.stringify(z.parse(schema, message)))
    delivery.sent += 1
  }
}
