/** The lifecycle rules of buckets, read from their documents and kept ready by the document's text. */
import { parseLifecycle } from '@cooperage/wire'
import { type Store, StoreError } from '../store/store.ts'
import { type ExpiryRule, expiryRules } from './rules.ts'

/** The bucket document that holds the configuration. */
export const LIFECYCLE = 'lifecycle'

export class LifecycleRules {
  readonly #store: Pick<Store, 'getBucketDocument'>
  readonly #read = new Map<string, { text: string; rules: ExpiryRule[] }>()

  constructor(store: Pick<Store, 'getBucketDocument'>) {
    this.#store = store
  }

  /** None for a bucket that is not there. */
  of(bucket: string): readonly ExpiryRule[] {
    const text = this.#text(bucket)
    if (text === undefined) {
      this.#read.delete(bucket)
      return []
    }
    const known = this.#read.get(bucket)
    if (known?.text === text) return known.rules
    const rules = expiryRules(parseLifecycle(text))
    this.#read.set(bucket, { text, rules })
    return rules
  }

  #text(bucket: string): string | undefined {
    try {
      return this.#store.getBucketDocument(bucket, LIFECYCLE)?.text
    } catch (error) {
      if (error instanceof StoreError && error.code === 'NoSuchBucket') return undefined
      throw error
    }
  }
}
