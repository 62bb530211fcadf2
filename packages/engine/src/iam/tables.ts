/**
 * The records of accounts: durable documents, and a copy in memory that answers every request. One change at a time: it is
 * decided on what all earlier ones left, committed whole, and then seen.
 */
import type { DocumentRoom, DocumentStore } from '../store/store.ts'
import type { IamChange, IamRecords, IamSpace } from './records.ts'

const SPACES: readonly IamSpace[] = ['user', 'group', 'policy', 'policy-mapping', 'service-account', 'sts']

type Maps = { [Space in IamSpace]: Map<string, IamRecords[Space]> }

export class IamTables {
  readonly #documents: DocumentStore
  readonly #maps: Maps
  readonly #listeners: ((changes: readonly IamChange[]) => void)[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(documents: DocumentStore) {
    this.#documents = documents
    this.#maps = {
      user: new Map(),
      group: new Map(),
      policy: new Map(),
      'policy-mapping': new Map(),
      'service-account': new Map(),
      sts: new Map(),
    }
    for (const space of SPACES) {
      // What is in there was written by `change`.
      for (const { id, value } of documents.list(space)) this.#apply({ space, id, value } as IamChange)
    }
  }

  get<Space extends IamSpace>(space: Space, id: string): IamRecords[Space] | undefined {
    return this.#maps[space].get(id)
  }

  all<Space extends IamSpace>(space: Space): ReadonlyMap<string, IamRecords[Space]> {
    return this.#maps[space]
  }

  /**
   * Resolves when the change that `decide` gives is durable; what it throws is thrown, and nothing changed. `room` lets it
   * through on a full disk: what takes a right away, and what lets somebody in to make room.
   */
  change(decide: () => readonly IamChange[], room?: DocumentRoom): Promise<void> {
    const done = this.#last.then(async () => {
      const changes = decide()
      if (changes.length === 0) return
      await this.#documents.change(changes, room)
      for (const change of changes) this.#apply(change)
      for (const listener of this.#listeners) listener(changes)
    })
    // Whoever comes next waits for this change, however it ended.
    this.#last = done.catch(() => undefined)
    return done
  }

  /** `listener` is told after a change is seen. */
  onChange(listener: (changes: readonly IamChange[]) => void): void {
    this.#listeners.push(listener)
  }

  #apply({ space, id, value }: IamChange): void {
    const map: Map<string, unknown> = this.#maps[space]
    if (value === undefined) map.delete(id)
    else map.set(id, value)
  }
}
