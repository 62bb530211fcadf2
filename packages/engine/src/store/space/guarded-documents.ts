import type { DocumentRoom, DocumentStore } from '../store.ts'
import type { FreeSpace } from './free-space.ts'

/** Space claimed for a change, in addition to the text of its documents. */
const CHANGE_BYTES = 8 * 1024

/** Refuses documents when the disk has reached its reserve, unless they may use more or are only removed. */
export function guardedDocuments(documents: DocumentStore, space: FreeSpace): DocumentStore {
  async function write(work: () => Promise<void>, values: unknown[], room: DocumentRoom | undefined): Promise<void> {
    if (room === 'ballast') return await space.withBallast(work)
    if (room === undefined)
      await space.claim(values.reduce<number>((sum, value) => sum + textBytes(value), CHANGE_BYTES))
    await work()
  }
  return {
    ...documents,
    put: (spaceName, id, value, room) => write(() => documents.put(spaceName, id, value), [value], room),
    delete: (spaceName, id) => write(() => documents.delete(spaceName, id), [], 'ballast'),
    change(changes, room) {
      const values = changes.flatMap(({ value }) => (value === undefined ? [] : [value]))
      return write(() => documents.change(changes), values, values.length === 0 ? 'ballast' : room)
    },
  }
}

const textBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
