/**
 * The records of accounts: durable documents with a copy in memory that serves all reads. Changes run one at a time: each is
 * computed from the result of the previous one, committed as a whole and then applied to the copy.
 */
import type { DocumentChange, DocumentRoom, DocumentStore } from '../store/store.ts'
import { iamError } from './errors.ts'
import type { IamChange, IamRecords, IamSpace } from './records.ts'

const SPACES: readonly IamSpace[] = ['user', 'group', 'policy', 'policy-mapping', 'service-account', 'sts']

const USER_SPACES: ReadonlySet<IamSpace> = new Set(['user', 'group'])

type Maps = { [Space in IamSpace]: Map<string, IamRecords[Space]> }

/** What the tables need of a document store. */
type TableDocuments = Pick<DocumentStore, 'list' | 'change'>

export interface TableOptions {
  /** Users and groups come from a directory: those that are stored are kept, but they can't sign in or be changed. */
  withoutUsers?: boolean
}

export class IamTables {
  readonly #documents: TableDocuments
  readonly #options: TableOptions
  readonly #maps: Maps
  readonly #listeners: ((changes: readonly IamChange[]) => void)[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(documents: TableDocuments, options: TableOptions = {}) {
    this.#documents = documents
    this.#options = options
    this.#maps = {
      user: new Map(),
      group: new Map(),
      policy: new Map(),
      'policy-mapping': new Map(),
      'service-account': new Map(),
      sts: new Map(),
    }
    for (const space of SPACES) {
      if (options.withoutUsers && USER_SPACES.has(space)) continue
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
    return this.#next(async () => this.#commit(compute(), room))
  }

  /**
   * Commits all changes that `run` makes to a copy of the tables together: thousands take one commit, and after a crash all of
   * them are kept or none. Rejects without any change if `run` rejects. Other changes wait.
   */
  transaction<Result>(run: (copy: IamTables) => Promise<Result>): Promise<Result> {
    return this.#next(async () => {
      const changes = new Map<string, IamChange>()
      const copy = new IamTables(
        {
          list: (space) => {
            const records: ReadonlyMap<string, unknown> = this.#maps[space as IamSpace]
            return Array.from(records, ([id, value]) => ({ id, value }))
          },
          change: async (made: readonly DocumentChange[]) => {
            for (const change of made) changes.set(`${change.space} ${change.id}`, change as IamChange)
          },
        },
        this.#options,
      )
      const result = await run(copy)
      await this.#commit([...changes.values()])
      return result
    })
  }

  /** Runs after the previous change, whether that succeeds or fails. */
  #next<Result>(run: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(run)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #commit(changes: readonly IamChange[], room?: DocumentRoom): Promise<void> {
    if (changes.length === 0) return
    if (this.#options.withoutUsers && changes.some(({ space }) => USER_SPACES.has(space)))
      throw iamError('ActionNotAllowed')
    await this.#documents.change(changes, room)
    for (const change of changes) this.#apply(change)
    for (const listener of this.#listeners) listener(changes)
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
