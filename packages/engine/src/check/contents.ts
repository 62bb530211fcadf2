import { ROW } from '../store/index/keys.ts'

/** A content row and what was found out about it. */
export interface Content {
  /** Length of the bytes that are there; undefined when they are missing. */
  size: number | undefined
  references: number
  /** Ids of the files that it is made of. */
  files: string[]
}

/** All content rows (`i`, `f`, `l`) by their keys, with the counts of who refers to them. */
export class Contents {
  readonly #contents = new Map<string, Content>()

  add(key: string, size: number | undefined, files: string[]): void {
    this.#contents.set(key, { size, references: 0, files })
  }

  /** Counts a reference; undefined when there is no such row. */
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
