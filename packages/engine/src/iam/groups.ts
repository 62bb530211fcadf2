/** Groups of users. Members have the policies of their groups; a disabled group suspends its members. */
import { compareText } from '@cooperage/wire'
import { iamError } from './errors.ts'
import { checkGroupName, hasOuterSpace } from './names.ts'
import { type GroupRecord, mappingId } from './records.ts'
import type { IamTables } from './tables.ts'

/** Names of the user's groups, sorted. */
export function groupsOf(tables: IamTables, user: string): string[] {
  return [...tables.all('group')].flatMap(([name, { members }]) => (members.includes(user) ? [name] : [])).sort()
}

/** The groups of all users, sorted by name, in one pass over the groups. */
export function allMemberships(tables: IamTables): Map<string, string[]> {
  const groups = [...tables.all('group')].sort(([one], [other]) => compareText(one, other))
  const memberships = new Map<string, string[]>()
  for (const [name, { members }] of groups) {
    for (const member of members) {
      const known = memberships.get(member)
      if (known === undefined) memberships.set(member, [name])
      else known.push(name)
    }
  }
  return memberships
}

export class Groups {
  readonly #tables: IamTables
  readonly #root: string

  constructor(tables: IamTables, root: string) {
    this.#tables = tables
    this.#root = root
  }

  get(name: string): GroupRecord | undefined {
    return this.#tables.get('group', name)
  }

  names(): string[] {
    return [...this.#tables.all('group').keys()].sort()
  }

  /** Adds users to a group and creates the group if necessary. @throws WireError */
  add(name: string, members: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      this.#checkMembersAllowed(members)
      const group = this.#tables.get('group', name)
      if (group === undefined && hasOuterSpace(name)) throw iamError('NameInvalid')
      checkGroupName(name)
      this.#checkMembersExist(members)
      const all = [...new Set([...(group?.members ?? []), ...members])].sort()
      const value = { members: all, enabled: group?.enabled ?? true, updatedAt: Date.now() }
      return [{ space: 'group', id: name, value }]
    })
  }

  /** Removes users from a group; with none named, deletes the group, which must be empty. @throws WireError */
  remove(name: string, members: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      this.#checkMembersAllowed(members)
      if (name === '') throw iamError('InvalidArgument')
      this.#checkMembersExist(members)
      const group = this.#tables.get('group', name)
      if (group === undefined) throw iamError('NoSuchGroup')
      if (members.length > 0) {
        const removed = new Set(members)
        const rest = group.members.filter((member) => !removed.has(member))
        return [{ space: 'group', id: name, value: { ...group, members: rest, updatedAt: Date.now() } }]
      }
      if (group.members.length > 0) throw iamError('GroupNotEmpty')
      return [
        { space: 'group', id: name, value: undefined },
        { space: 'policy-mapping', id: mappingId('group', name), value: undefined },
      ]
    }, 'ballast')
  }

  /** @throws WireError XMinioAdminNoSuchGroup */
  setEnabled(name: string, enabled: boolean): Promise<void> {
    return this.#tables.change(
      () => {
        const group = this.#tables.get('group', name)
        if (group === undefined) throw iamError('NoSuchGroup')
        return [{ space: 'group', id: name, value: { ...group, enabled, updatedAt: Date.now() } }]
      },
      enabled ? undefined : 'ballast',
    )
  }

  #checkMembersAllowed(members: readonly string[]): void {
    for (const member of members) {
      if (member === this.#root || this.#tables.get('sts', member) !== undefined) throw iamError('ActionNotAllowed')
    }
  }

  #checkMembersExist(members: readonly string[]): void {
    for (const member of members) {
      if (this.#tables.get('service-account', member) !== undefined) throw iamError('ActionNotAllowed')
      if (this.#tables.get('user', member) === undefined) throw iamError('NoSuchUser')
    }
  }
}
