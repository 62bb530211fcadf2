/**
 * The policies attached to an account and to its groups. Every request needs them, so they are cached until a record
 * changes.
 */
import { type JsonPolicy, type Policy, parsePolicy } from '@cooperage/wire/policy'
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
      // These change often and have no policy mappings.
      if (changes.every(({ space }) => space === 'sts' || space === 'service-account')) return
      this.#byAccount.clear()
      this.#byNames.clear()
    })
  }

  /**
   * Sorted by name, without duplicates. Empty for a disabled account or a member of a disabled group, as in MinIO. `groups` are
   * those of a directory.
   */
  of(account: string, groups: readonly string[] = []): readonly AccountPolicy[] {
    const key = JSON.stringify([account, ...groups])
    const cached = this.#byAccount.get(key)
    if (cached !== undefined) return cached
    const policies = this.named([...this.#namesOf(account), ...groups.flatMap((group) => this.#mapped('group', group))])
    this.#byAccount.set(key, policies)
    return policies
  }

  /** The existing policies among the names. */
  named(names: readonly string[]): readonly AccountPolicy[] {
    const key = JSON.stringify(names)
    const cached = this.#byNames.get(key)
    if (cached !== undefined) return cached
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
