import { DirectClient } from '../../direct-client.ts'
import { shared } from '../../repeat.ts'
import type { Stage } from '../../stage.ts'

const WRITERS = 32
const CONTENT = [{ bytes: Buffer.from('x'), length: 1 }]

/** Stores this many objects of one byte. */
export async function fill(
  { storage }: Stage,
  bucket: string,
  count: number,
  keyOf: (index: number) => string,
): Promise<void> {
  const writers = Array.from({ length: WRITERS }, () => new DirectClient(storage))
  try {
    await shared(writers, count, (writer, index) => writer.put(bucket, keyOf(index), CONTENT))
  } finally {
    for (const writer of writers) writer.close()
  }
}
