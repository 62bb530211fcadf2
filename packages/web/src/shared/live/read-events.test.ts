import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

const streamOf = (...chunks: (string | Uint8Array<ArrayBuffer>)[]) =>
  new Blob(chunks).stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        // As small as a network may cut them.
        for (const byte of chunk) controller.enqueue(Uint8Array.of(byte))
      },
    }),
  )

test('reads events however they are cut, also within a character', async () => {
  const body = streamOf(': ok\n\ndata: {"name":"ü"}\n\n: ok\n\nevent: close\ndata: {"code":1000}\n\ndata: cut off')
  expect(await Array.fromAsync(readEvents(body))).toEqual([
    { event: 'message', data: '{"name":"ü"}' },
    { event: 'close', data: '{"code":1000}' },
  ])
})
