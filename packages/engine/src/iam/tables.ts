/**
 * The records of accounts: durable documents with a copy in memory that serves all reads. Changes run one at a time: each is
 * computed from the result of the previous one, committed as a whole and then applied to the copy.
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
      // Every stored document was written by `change`.
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
   * Resolves when the changes returned by `compute` are durable. Rejects with the error that it throws, without any change.
   * `room` lets the change use reserved space on a full disk: for revoking permissions, and for sign-ins that free space.
   */
  change(compute: () => readonly IamChange[], room?: DocumentRoom): Promise<void> {
    const done = this.#last.then(async () => {
      const changes = compute()
      if (changes.length === 0) return
      await this.#documents.change(changes, room)
      for (const change of changes) this.#apply(change)
      for (const listener of this.#listeners) listener(changes)
    })
    // The next change waits for this one, whether it succeeds or fails.
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Calls `listener` after a change has been applied. */
  onChange(listener: (changes: readonly IamChange[]) => void): void {
    this.#listeners.push(listener)
  }

  #apply({ space, id, value }: IamChange): void {
    const map: Map<string, unknown> = this.#maps[space]
    if (value === undefined) map.delete(id)
    else map.set(id, value)
  }
}
