import { createHash } from 'node:crypto'
import type { IndexReader } from '../index/ordered-index.ts'
import type { DocumentStore, ObjectRecord, OpenObject } from '../store.ts'
import { StoreError } from '../store.ts'
import { contentOf } from '../versions/stored-version.ts'
import { findVersion, isObject, versionIdOf } from '../versions/versions.ts'

/** A version whose stored bytes are not those that were written. Times in milliseconds since the epoch. */
export interface DamagedObject {
  bucket: string
  key: string
  versionId: string
  foundAt: number
  /** What is wrong, with the file. */
  detail: string
}

interface DamageDocument extends DamagedObject {
  /** The damaged content: when the version has another one, or is gone, so is the damage. */
  content: string
}

const SPACE = 'damage'

type Listener = (object: DamagedObject) => void

/** Which objects are known to be damaged: durable, until they are replaced or deleted. */
export class Damage {
  readonly #index: IndexReader
  readonly #documents: DocumentStore
  readonly #now: () => number
  /** All documents, so that what was just found counts before it is durable. */
  readonly #known: Map<string, DamageDocument>
  readonly #listeners = new Set<Listener>()
  readonly #writes = new Set<Promise<void>>()

  constructor(index: IndexReader, documents: DocumentStore, now: () => number) {
    this.#index = index
    this.#documents = documents
    this.#now = now
    this.#known = new Map(documents.list(SPACE).map(({ id, value }) => [id, value as DamageDocument]))
  }

  /** What is damaged now, in no order. */
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

  /** Is told each damaged object once, when it is found. Returns how to end that. */
  onFound(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes note of an error in reading a version, if it says that bytes are damaged. `readContent` is what was read when
   * it was not the version by its name: that may have another one by now.
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
    for (const tell of this.#listeners) tell(object)
  }

  /** The object, with damage that is met while it is read noted. */
  watch(object: OpenObject): OpenObject {
    const { record } = object
    const note = (error: unknown) => {
      // What was opened may have been overwritten meanwhile: then it is no longer what has the name.
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

  /** Resolves when nothing is being noted. */
  async drain(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes)
  }

  #contentOf({ bucket, key, versionId }: Pick<ObjectRecord, 'bucket' | 'key' | 'versionId'>): string | undefined {
    return contentOf(findVersion(this.#index, bucket, key, versionId))
  }

  #keep(write: Promise<void>): void {
    // What cannot be kept, on a full disk for one, is found again after a restart by the next who reads it.
    const kept = write.catch(() => undefined).finally(() => this.#writes.delete(kept))
    this.#writes.add(kept)
  }
}

/** A sector that cannot be read counts as damage too: the next try will hardly go better. */
function saysDamaged({ code, cause }: StoreError): boolean {
  return code === 'ObjectDamaged' || (cause instanceof Error && 'code' in cause && cause.code === 'EIO')
}
