import { randomBytes, randomUUID } from 'node:crypto'

/** Files written at about the same time share a folder, so one folder sync serves many of them. */
const IDS_PER_SHARD = 64

/** Creates ids of 32 hexadecimal digits: 2 for the folder (see `DataFolder`), 12 for the millisecond, 18 random. */
export function contentIds(now: () => number): () => string {
  let made = randomBytes(2).readUInt16BE() * IDS_PER_SHARD
  return () => {
    const shard = Math.floor(made++ / IDS_PER_SHARD) % 256
    const random = randomUUID()
    return hex(shard, 2) + hex(now(), 12) + random.slice(0, 6) + random.slice(24)
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
