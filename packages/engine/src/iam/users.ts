/** Users: accounts with long-term keys, managed by administrators. */
import { compareText } from '@cooperage/wire'
import { iamError } from './errors.ts'
import { allMemberships, groupsOf } from './groups.ts'
import { checkUserKeys } from './names.ts'
import { type IamChange, mappingId, type UserRecord } from './records.ts'
import type { IamTables } from './tables.ts'

export interface UserDescription {
  enabled: boolean
  /** Policies attached to the user itself, in the order of attachment. */
  policies: string[]
  groups: string[]
  /** When its policies last changed. */
  updatedAt: number | undefined
}

export class Users {
  readonly #tables: IamTables

  constructor(tables: IamTables) {
    this.#tables = tables
  }

  get(name: string): UserRecord | undefined {
    return this.#tables.get('user', name)
  }

  /** Sorted. */
  names(): string[] {
    return [...this.#tables.all('user').keys()].sort()
  }

  /**
   * Creates a user, or changes the secret and the status of an existing one. With `isOwn`, the user must exist and be enabled
   * at the time of the change, so that the user's own concurrent request can't undo its removal.
   * @throws WireError for invalid keys
   */
  set(
    name: string,
    { secretKey, enabled }: Pick<UserRecord, 'secretKey' | 'enabled'>,
    { isOwn = false }: { isOwn?: boolean } = {},
  ): Promise<void> {
    checkUserKeys(name, secretKey)
    return this.#tables.change(() => {
      if (isOwn && !this.#tables.get('user', name)?.enabled) throw iamError('ActionNotAllowed')
      // The service account may have been created after the caller's check.
      if (this.#tables.get('service-account', name) !== undefined) throw iamError('RootAccessKey')
      return [{ space: 'user', id: name, value: { secretKey, enabled, updatedAt: Date.now() } }]
    })
  }

  /** @throws WireError XMinioAdminNoSuchUser */
  setEnabled(name: string, enabled: boolean): Promise<void> {
    return this.#tables.change(
      () => {
        const user = this.#tables.get('user', name)
        if (user === undefined) throw iamError('NoSuchUser')
        return [{ space: 'user', id: name, value: { ...user, enabled, updatedAt: Date.now() } }]
      },
      enabled ? undefined : 'ballast',
    )
  }

  /**
   * Removes the user with its memberships, policy attachments, service accounts and temporary credentials.
   * @throws WireError XMinioAdminNoSuchUser
   */
  remove(name: string): Promise<void> {
    return this.#tables.change(() => {
      const tables = this.#tables
      if (tables.get('user', name) === undefined) throw iamError('NoSuchUser')
      const changes: IamChange[] = [
        { space: 'user', id: name, value: undefined },
        { space: 'policy-mapping', id: mappingId('user', name), value: undefined },
      ]
      for (const [id, group] of tables.all('group')) {
        if (!group.members.includes(name)) continue
        const members = group.members.filter((member) => member !== name)
        changes.push({ space: 'group', id, value: { ...group, members, updatedAt: Date.now() } })
      }
      for (const [id, { parent }] of tables.all('service-account')) {
        if (parent === name) changes.push({ space: 'service-account', id, value: undefined })
      }
      for (const [id, { parent }] of tables.all('sts')) {
        if (parent === name) changes.push({ space: 'sts', id, value: undefined })
      }
      return changes
    }, 'ballast')
  }

  /** @throws WireError XMinioAdminNoSuchUser */
  describe(name: string): UserDescription {
    const user = this.#tables.get('user', name)
    if (user === undefined) throw iamError('NoSuchUser')
    return this.#description(name, user, groupsOf(this.#tables, name))
  }

  /** All users, sorted by name. */
  describeAll(): [name: string, user: UserDescription][] {
    const memberships = allMemberships(this.#tables)
    return [...this.#tables.all('user')]
      .sort(([one], [other]) => compareText(one, other))
      .map(([name, user]) => [name, this.#description(name, user, memberships.get(name) ?? [])])
  }

  #description(name: string, { enabled }: UserRecord, groups: string[]): UserDescription {
    const mapping = this.#tables.get('policy-mapping', mappingId('user', name))
    return { enabled, policies: mapping?.policies ?? [], groups, updatedAt: mapping?.updatedAt }
  }
}
