import { type AccountFacts, type AccountResult, neededBy, type PlannedAccount } from '@cooperage/contract'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { createStore } from '../../../shared/store.ts'
import { type NewAccountKey, newKeysOf } from './account-rows.ts'

export interface CheckedAccounts {
  source: AccountFacts
  target: AccountFacts
  plan: readonly PlannedAccount[]
}

type Results = ReadonlyMap<PlannedAccount, AccountResult | 'unknown'>
const NO_RESULTS: Results = new Map()

interface RunState {
  doing: 'nothing' | 'check' | 'create'
  checked: CheckedAccounts | undefined
  /** Of those that were created since the last check. */
  results: Results
  /** Of the last check or creation. */
  failure: { of: 'check' | 'create'; error: ApiError } | undefined
}

export interface AccountCalls {
  check: () => Promise<CheckedAccounts>
  /** Creates some of them, from the first one on, and at least that one. */
  create: (planned: readonly PlannedAccount[], checked: CheckedAccounts) => Promise<readonly AccountResult[]>
  /** How many of those that wait are created by one call, at least one. */
  batch: (waiting: readonly PlannedAccount[], checked: CheckedAccounts) => readonly PlannedAccount[]
  /** Their new keys are only in its response. */
  keep: (keys: readonly NewAccountKey[]) => void
}

/** Checks and creates the accounts at another server, some at a time. */
export class AccountRun {
  readonly #calls: AccountCalls
  readonly #store = createStore<RunState>({
    doing: 'nothing',
    checked: undefined,
    results: NO_RESULTS,
    failure: undefined,
  })
  #isStopping = false

  constructor(calls: AccountCalls) {
    this.#calls = calls
  }

  readonly use = this.#store.use
  readonly get = this.#store.get
  readonly subscribe = this.#store.subscribe

  /** Whether closing the tab would lose new keys that are on their way. */
  get isOpen(): boolean {
    return this.get().doing === 'create'
  }

  readonly check = (): Promise<void> =>
    this.#do('check', async () => {
      const checked = await this.#calls.check()
      this.#store.set({ checked, results: NO_RESULTS })
    })

  readonly create = (): Promise<void> =>
    this.#do('create', async () => {
      const { checked } = this.get()
      this.#isStopping = false
      for (let waiting = this.waiting(); checked && waiting.length > 0 && !this.#isStopping; waiting = this.waiting()) {
        const failed = failedWith(waiting, this.get().results)
        if (failed.size > 0) {
          this.#store.set({ results: new Map([...this.get().results, ...failed]) })
          continue
        }
        const some = this.#calls.batch(waiting, checked)
        let created: readonly (AccountResult | 'unknown')[] = some.map(() => 'unknown')
        try {
          created = await this.#calls.create(some, checked)
        } finally {
          // The rest of them is left to the next call.
          const results = some.slice(0, created.length).map((one, at) => [one, created[at] ?? 'unknown'] as const)
          this.#store.set({ results: new Map([...this.get().results, ...results]) })
          this.#calls.keep(results.flatMap(([one, result]) => newKeysOf(one, result)))
        }
      }
    })

  readonly stop = (): void => {
    this.#isStopping = true
  }

  /** What is to be created, and isn’t yet. */
  waiting(): PlannedAccount[] {
    const { checked, results } = this.get()
    return (checked?.plan ?? []).filter((planned) => planned.make !== undefined && !results.has(planned))
  }

  /** What is offered: to check again once there is something new to see, which keeps new keys. */
  next(): 'check' | 'create' {
    const { results, failure } = this.get()
    return failure !== undefined || (results.size > 0 && this.waiting().length === 0) ? 'check' : 'create'
  }

  async #do(doing: 'check' | 'create', work: () => Promise<void>): Promise<void> {
    this.#store.set({ doing, failure: undefined })
    try {
      await work()
    } catch (error) {
      this.#store.set({ failure: { of: doing, error: error as ApiError } })
    }
    this.#store.set({ doing: 'nothing' })
  }
}

/** Who needs what failed isn't created: another policy, group or user of that name may allow more. */
function failedWith(waiting: readonly PlannedAccount[], results: Results): Map<PlannedAccount, AccountResult> {
  const failures = new Map<string, AccountResult>()
  for (const [{ make }, result] of results) {
    if (make && result !== 'unknown' && result.outcome === 'failed') failures.set(`${make.kind} ${make.name}`, result)
  }
  return new Map(
    waiting.flatMap((planned) => {
      const { make } = planned
      const failure = make && neededBy(make).flatMap((needed) => failures.get(needed) ?? [])[0]
      return failure ? [[planned, { ...failure, kind: make.kind, name: make.name }] as const] : []
    }),
  )
}
