import type { DocumentRoom, DocumentStore } from '../store.ts'
import type { FreeSpace } from './free-space.ts'

/** Space claimed for the row of a document. */
const DOCUMENT_BYTES = 8 * 1024

/** Refuses documents when the disk has reached its reserve, unless they may use more or are only removed. */
export function guardedDocuments(documents: DocumentStore, space: FreeSpace): DocumentStore {
  async function write(work: () => Promise<void>, room: DocumentRoom | undefined): Promise<void> {
    if (room === 'ballast') return await space.withBallast(work)
    if (room === undefined) await space.claim(DOCUMENT_BYTES)
    await work()
  }
  return {
    ...documents,
    put: (spaceName, id, value, room) => write(() => documents.put(spaceName, id, value), room),
    delete: (spaceName, id) => write(() => documents.delete(spaceName, id), 'ballast'),
    change: (changes, room) =>
      write(() => documents.change(changes), changes.every(({ value }) => value === undefined) ? 'ballast' : room),
  }
}
