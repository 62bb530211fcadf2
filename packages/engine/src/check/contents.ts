import { ROW } from '../store/index/keys.ts'

/** A content row with its references. */
export interface Content {
  /** Size of the stored bytes; undefined if they are missing. */
  size: number | undefined
  references: number
  /** Ids of its files. */
  files: string[]
}

/** All content rows (`i`, `f`, `l`) by key, with reference counts. */
export class Contents {
  readonly #contents = new Map<string, Content>()

  add(key: string, size: number | undefined, files: string[]): void {
    this.#contents.set(key, { size, references: 0, files })
  }

  /** Counts a reference; undefined if the row doesn't exist. */
  refer(key: string): Content | undefined {
    const content = this.#contents.get(key)
    if (content) content.references++
    return content
  }

  referToFile(id: string): Content | undefined {
    return this.refer(ROW.file + id)
  }

  get(key: string): Content | undefined {
    return this.#contents.get(key)
  }

  [Symbol.iterator](): IterableIterator<[string, Content]> {
    return this.#contents.entries()
  }
}
