import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BLOCK_BYTES, BlockChecksums, CHECKSUM_BYTES } from './blocks.ts'
import type { FileReader } from './files.ts'
import { readBlocks } from './read-blocks.ts'

const content = randomBytes(3 * BLOCK_BYTES + 1000)
const summer = new BlockChecksums()
const stored = Buffer.concat([...summer.add(content), ...summer.end()])

function reader(asked: (Buffer | undefined)[]): FileReader {
  return {
    async read(position, length, into) {
      asked.push(into)
      const bytes = stored.subarray(position, position + length)
      if (into === undefined) return Buffer.from(bytes)
      bytes.copy(into)
      return into.subarray(0, bytes.length)
    },
    close: async () => undefined,
  }
}

test.each([
  [0, content.length - 1],
  [10, 20],
  [BLOCK_BYTES - 1, 2 * BLOCK_BYTES],
  [3 * BLOCK_BYTES, content.length - 1],
])('bytes %i to %i come through two buffers in turn', async (start, end) => {
  const asked: (Buffer | undefined)[] = []
  const pieces: Buffer[] = []
  const file = { reader: reader(asked), size: content.length, name: 'it' }
  for await (const piece of readBlocks(file, { start, end }, { reuse: true })) pieces.push(Buffer.from(piece))
  expect(Buffer.concat(pieces).equals(content.subarray(start, end + 1))).toBe(true)
  expect(new Set(asked).size).toBe(Math.min(asked.length, 2))
  expect(asked[0]?.length).toBe(BLOCK_BYTES + CHECKSUM_BYTES)
})

test('without reuse all chunks can be kept', async () => {
  const pieces: Uint8Array[] = []
  const file = { reader: reader([]), size: content.length, name: 'it' }
  for await (const piece of readBlocks(file, { start: 0, end: content.length - 1 })) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
})
