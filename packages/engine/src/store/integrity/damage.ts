import { createHash } from 'node:crypto'
import type { IndexReader } from '../index/ordered-index.ts'
import type { DocumentStore, ObjectRecord, OpenObject } from '../store.ts'
import { StoreError } from '../store.ts'
import { contentOf } from '../versions/stored-version.ts'
import { findVersion, isObject, versionIdOf } from '../versions/versions.ts'

/** A version whose stored bytes are damaged. Times are in milliseconds since the epoch. */
interface DamagedObject {
  bucket: string
  key: string
  versionId: string
  foundAt: number
  /** Description of the damage, with the file. */
  detail: string
}

interface DamageDocument extends DamagedObject {
  /** The damaged content. The damage ends when the version is removed or gets another content. */
  content: string
}

const SPACE = 'damage'

type Listener = (object: DamagedObject) => void

/** The known damaged objects, recorded durably until they are replaced or deleted. */
export class Damage {
  readonly #index: IndexReader
  readonly #documents: DocumentStore
  readonly #now: () => number
  /** All records, so that new damage counts before it is durable. */
  readonly #known: Map<string, DamageDocument>
  readonly #listeners = new Set<Listener>()
  readonly #writes = new Set<Promise<void>>()

  constructor(index: IndexReader, documents: DocumentStore, now: () => number) {
    this.#index = index
    this.#documents = documents
    this.#now = now
    this.#known = new Map(documents.list(SPACE).map(({ id, value }) => [id, value as DamageDocument]))
  }

  /** The damaged versions, unordered. */
  list(): DamagedObject[] {
    const damaged: DamagedObject[] = []
    for (const [id, { content, ...object }] of this.#known) {
      if (this.#contentOf(object) === content) damaged.push(object)
      else {
        this.#known.delete(id)
        this.#keep(this.#documents.delete(SPACE, id))
      }
    }
    return damaged
  }

  /** Calls the listener once for each object found damaged. Returns a function that unsubscribes. */
  onFound(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Records the error of a read if it reports damage. `readContent` is the content that was read, unless the version was
   * looked up by name, which may have another content by now.
   */
  note(name: { bucket: string; key: string; versionId?: string | undefined }, error: unknown, readContent?: string) {
    if (!(error instanceof StoreError) || !saysDamaged(error)) return
    const { bucket, key } = name
    const version = findVersion(this.#index, bucket, key, name.versionId)
    const content = contentOf(version)
    if (!version || content === undefined || (readContent !== undefined && content !== readContent)) return
    const versionId = versionIdOf(version)
    const id = createHash('sha256').update([bucket, key, versionId].join('\0')).digest('hex')
    if (this.#known.get(id)?.content === content) return
    const object: DamagedObject = { bucket, key, versionId, foundAt: this.#now(), detail: error.message }
    const document = { ...object, content }
    this.#known.set(id, document)
    this.#keep(this.#documents.put(SPACE, id, document, 'reserve'))
    for (const notify of this.#listeners) notify(object)
  }

  /** Wraps an object so that damage found while reading is recorded. */
  watch(object: OpenObject): OpenObject {
    const { record } = object
    const note = (error: unknown) => {
      // The open object may have been overwritten, so its name may refer to another content.
      const version = findVersion(this.#index, record.bucket, record.key, record.versionId)
      const isSame =
        version && isObject(version) && version.row.m === record.lastModified && version.row.e === record.etag
      if (isSame) this.note(record, error)
    }
    return {
      record,
      async *read(range, options) {
        try {
          yield* object.read(range, options)
        } catch (error) {
          note(error)
          throw error
        }
      },
      close: () => object.close(),
    }
  }

  /** Resolves when all records are written. */
  async drain(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes)
  }

  #contentOf({ bucket, key, versionId }: Pick<ObjectRecord, 'bucket' | 'key' | 'versionId'>): string | undefined {
    return contentOf(findVersion(this.#index, bucket, key, versionId))
  }

  #keep(write: Promise<void>): void {
    // If a record can't be written, for example on a full disk, the next read after a restart finds the damage again.
    const kept = write.catch(() => undefined).finally(() => this.#writes.delete(kept))
    this.#writes.add(kept)
  }
}

/** An unreadable sector counts as damage too, because a retry rarely succeeds. */
function saysDamaged({ code, cause }: StoreError): boolean {
  return code === 'ObjectDamaged' || (cause instanceof Error && 'code' in cause && cause.code === 'EIO')
}
