/** The parsed bucket documents of one name, cached by their text. */
import { type Store, StoreError } from './store.ts'

export class ParsedBucketDocuments<T> {
  readonly #store: Pick<Store, 'getBucketDocument'>
  readonly #kind: string
  readonly #parse: (text: string) => T
  readonly #known = new Map<string, { text: string; value: T }>()

  constructor(store: Pick<Store, 'getBucketDocument'>, kind: string, parse: (text: string) => T) {
    this.#store = store
    this.#kind = kind
    this.#parse = parse
  }

  /** Undefined for a bucket that has no such document or is not there. @throws what `parse` throws */
  of(bucket: string): T | undefined {
    const text = this.#text(bucket)
    if (text === undefined) {
      this.#known.delete(bucket)
      return undefined
    }
    const known = this.#known.get(bucket)
    if (known?.text === text) return known.value
    const value = this.#parse(text)
    this.#known.set(bucket, { text, value })
    return value
  }

  #text(bucket: string): string | undefined {
    try {
      return this.#store.getBucketDocument(bucket, this.#kind)?.text
    } catch (error) {
      // The bucket was deleted in the meantime.
      if (error instanceof StoreError && error.code === 'NoSuchBucket') return undefined
      throw error
    }
  }
}
