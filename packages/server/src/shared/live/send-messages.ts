import type { DroppedMessage, Schema } from '@cooperage/contract'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'

/** What may wait for a browser that reads slowly. More is left out: a live view is about now. */
const MAX_WAITING_BYTES = 512 * 1024

/** What has become of the messages so far. */
export interface Delivery {
  sent: number
  dropped: number
}

/**
 * Sends what a view tells, as its schema declares it, until the view ends. It never waits for the browser: what does not fit
 * is counted, and the count stands where the messages would.
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
