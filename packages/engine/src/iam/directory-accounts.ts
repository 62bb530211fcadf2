import type { Claims, IamChange } from './records.ts'
import type { IamTables } from './tables.ts'

/** A user of a directory, as its keys know it. */
interface KnownUser {
  /** The distinguished name as the directory writes it. */
  actualDn: string
  username: string
}

/** The keys of a directory's users: access keys and temporary credentials. */
export class DirectoryAccounts {
  readonly #tables: IamTables

  constructor(tables: IamTables) {
    this.#tables = tables
  }

  /** Everyone who has keys. */
  users(): KnownUser[] {
    const users = new Map<string, KnownUser>()
    for (const { value } of this.#keys()) {
      const user = userOf(value.claims)
      if (user !== undefined) users.set(user.actualDn, user)
    }
    return [...users.values()]
  }

  /**
   * Removes the keys of those `users` that the directory no longer has, and sets the groups of the others. `found` has the
   * groups by `actualDn`. Resolves when the changes are durable.
   */
  update(users: readonly KnownUser[], found: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const known = new Set(users.map(({ actualDn }) => actualDn))
    return this.#tables.change(() => {
      const changes: IamChange[] = []
      for (const key of this.#keys()) {
        const user = userOf(key.value.claims)
        if (user === undefined || !known.has(user.actualDn)) continue
        const groups = found.get(user.actualDn)
        if (groups === undefined) changes.push({ space: key.space, id: key.id, value: undefined })
        else if (!isSame(groups, key.value.groups ?? [])) changes.push(withGroups(key, [...groups]))
      }
      return changes
    }, 'ballast')
  }

  *#keys(): Generator<Key> {
    for (const [id, value] of this.#tables.all('sts')) yield { space: 'sts', id, value }
    for (const [id, value] of this.#tables.all('service-account')) yield { space: 'service-account', id, value }
  }
}

type Key = Extract<IamChange, { space: 'sts' | 'service-account' }> & { value: { claims?: Claims; groups?: string[] } }

function withGroups(key: Key, groups: string[]): IamChange {
  return key.space === 'sts' ? { ...key, value: { ...key.value, groups } } : { ...key, value: { ...key.value, groups } }
}

function userOf(claims: Claims | undefined): KnownUser | undefined {
  const { ldapActualUser: actualDn, ldapUsername: username } = claims ?? {}
  return typeof actualDn === 'string' && typeof username === 'string' ? { actualDn, username } : undefined
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}
