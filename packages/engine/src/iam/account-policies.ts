/**
 * The policies that an account has: its own and those of its groups. Asked for with every request, so the answer is kept
 * until something changes.
 */
import { type JsonPolicy, type Policy, parsePolicy } from '@cooperage/wire'
import { groupsOf } from './groups.ts'
import type { Policies } from './policies.ts'
import { mappingId } from './records.ts'
import type { IamTables } from './tables.ts'

export interface AccountPolicy {
  name: string
  document: JsonPolicy
  policy: Policy
}

export class AccountPolicies {
  readonly #tables: IamTables
  readonly #policies: Policies
  readonly #byAccount = new Map<string, readonly AccountPolicy[]>()
  readonly #byNames = new Map<string, readonly AccountPolicy[]>()

  constructor(tables: IamTables, policies: Policies) {
    this.#tables = tables
    this.#policies = policies
    tables.onChange((changes) => {
      // Keys come and go all the time, and have no policies of their own here.
      if (changes.every(({ space }) => space === 'sts' || space === 'service-account')) return
      this.#byAccount.clear()
      this.#byNames.clear()
    })
  }

  /** In order of their names, each once. Of an account that is disabled, or in a disabled group: none, as at MinIO. */
  of(account: string): readonly AccountPolicy[] {
    const known = this.#byAccount.get(account)
    if (known !== undefined) return known
    const policies = this.named(this.#namesOf(account))
    this.#byAccount.set(account, policies)
    return policies
  }

  /** Those of the names that exist. */
  named(names: readonly string[]): readonly AccountPolicy[] {
    const key = JSON.stringify(names)
    const known = this.#byNames.get(key)
    if (known !== undefined) return known
    const policies = [...new Set(names)].sort().flatMap((name) => {
      const document = this.#policies.get(name)?.document
      return document === undefined ? [] : [{ name, document, policy: parsePolicy(document) }]
    })
    this.#byNames.set(key, policies)
    return policies
  }

  #namesOf(account: string): string[] {
    const user = this.#tables.get('user', account)
    if (user === undefined) return this.#mapped('external', account)
    if (!user.enabled) return []
    const groups = groupsOf(this.#tables, account)
    if (groups.some((group) => this.#tables.get('group', group)?.enabled === false)) return []
    return [this.#mapped('user', account), ...groups.map((group) => this.#mapped('group', group))].flat()
  }

  #mapped(kind: 'user' | 'group' | 'external', name: string): string[] {
    return this.#tables.get('policy-mapping', mappingId(kind, name))?.policies ?? []
  }
}
