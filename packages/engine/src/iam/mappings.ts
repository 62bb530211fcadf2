/** Which policies users, groups and people of identity providers have. */
import type { DocumentRoom } from '../store/store.ts'
import { iamError, unclassified } from './errors.ts'
import type { Policies } from './policies.ts'
import { type IamChange, type MappedKind, type MappingRecord, mappingId } from './records.ts'
import type { IamTables } from './tables.ts'

/** Who is mapped, and whom administrators name: an external person is mapped when signing in. */
export interface Entity {
  kind: 'user' | 'group'
  name: string
}

export class Mappings {
  readonly #tables: IamTables
  readonly #policies: Policies
  readonly #root: string

  constructor(tables: IamTables, policies: Policies, root: string) {
    this.#tables = tables
    this.#policies = policies
    this.#root = root
  }

  of(kind: MappedKind, name: string): MappingRecord | undefined {
    return this.#tables.get('policy-mapping', mappingId(kind, name))
  }

  /** All mapped entities of a kind, in order of their names. */
  all(kind: MappedKind): { name: string; policies: string[] }[] {
    const prefix = mappingId(kind, '')
    return [...this.#tables.all('policy-mapping')]
      .flatMap(([id, { policies }]) => (id.startsWith(prefix) ? [{ name: id.slice(prefix.length), policies }] : []))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** Replaces all policies of the entity. @throws WireError */
  replace(entity: Entity, policies: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      this.#checkEntity(entity)
      for (const policy of policies) this.#checkPolicy(policy)
      return [this.#mapped(entity, [...new Set(policies)])]
    })
  }

  /** Replaces the policies of somebody whom an identity provider vouches for. @throws WireError */
  replaceExternal(name: string, policies: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      for (const policy of policies) this.#checkPolicy(policy)
      return [this.#mapped({ kind: 'external', name }, [...new Set(policies)])]
    })
  }

  /** Those that were added: all that were not attached yet. @throws WireError XMinioAdminPolicyChangeAlreadyApplied when none was */
  attach(entity: Entity, policies: readonly string[]): Promise<string[]> {
    return this.#update(entity, (existing) => {
      const added = [...new Set(policies)].filter((policy) => !existing.includes(policy)).sort()
      for (const policy of added) this.#checkPolicy(policy)
      return { changed: added, after: [...existing, ...added].sort() }
    })
  }

  /** Those that were taken away: all that were attached. @throws WireError XMinioAdminPolicyChangeAlreadyApplied when none was */
  detach(entity: Entity, policies: readonly string[]): Promise<string[]> {
    return this.#update(
      entity,
      (existing) => {
        const removed = [...new Set(policies)].filter((policy) => existing.includes(policy)).sort()
        return { changed: removed, after: existing.filter((policy) => !removed.includes(policy)) }
      },
      'ballast',
    )
  }

  async #update(
    entity: Entity,
    decide: (existing: string[]) => { changed: string[]; after: string[] },
    room?: DocumentRoom,
  ): Promise<string[]> {
    let changed: string[] = []
    await this.#tables.change(() => {
      this.#checkEntity(entity)
      if (entity.kind === 'group' && this.#tables.get('group', entity.name)?.enabled === false) {
        throw unclassified('Specified group is disabled')
      }
      const decided = decide(this.of(entity.kind, entity.name)?.policies ?? [])
      if (decided.changed.length === 0) throw iamError('AttachingNothing')
      changed = decided.changed
      return [this.#mapped(entity, decided.after)]
    }, room)
    return changed
  }

  #mapped({ kind, name }: { kind: MappedKind; name: string }, policies: string[]): IamChange {
    const value = policies.length === 0 ? undefined : { policies, updatedAt: Date.now() }
    return { space: 'policy-mapping', id: mappingId(kind, name), value }
  }

  #checkEntity({ kind, name }: Entity): void {
    if (kind === 'group') {
      if (this.#tables.get('group', name) === undefined) throw iamError('NoSuchGroup')
      return
    }
    if (name === this.#root || this.#tables.get('sts', name) !== undefined) throw iamError('ActionNotAllowed')
    if (this.#tables.get('service-account', name) !== undefined) throw iamError('ActionNotAllowed')
    if (this.#tables.get('user', name) === undefined) throw iamError('NoSuchUser')
  }

  #checkPolicy(name: string): void {
    if (this.#policies.get(name) === undefined) throw iamError('NoSuchPolicy')
  }
}
