/** Attachments of policies to users, groups and external identities. */
import { compareText } from '@cooperage/wire'
import type { DocumentRoom } from '../store/store.ts'
import { iamError, unclassified } from './errors.ts'
import type { Policies } from './policies.ts'
import { type IamChange, type MappedKind, type MappingRecord, mappingId } from './records.ts'
import type { IamTables } from './tables.ts'

/** A user or group to which administrators attach policies. */
export interface Entity {
  kind: 'user' | 'group'
  name: string
  /** Of an identity provider, which knows whether it exists. */
  isExternal?: boolean
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

  /** All mapped entities of a kind, sorted by name. */
  all(kind: MappedKind): { name: string; policies: string[] }[] {
    const prefix = mappingId(kind, '')
    return [...this.#tables.all('policy-mapping')]
      .flatMap(([id, { policies }]) => (id.startsWith(prefix) ? [{ name: id.slice(prefix.length), policies }] : []))
      .sort((one, other) => compareText(one.name, other.name))
  }

  /** Replaces all policies attached to the entity. @throws WireError */
  replace(entity: Entity, policies: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      this.#checkEntity(entity)
      for (const policy of policies) this.#checkPolicy(policy)
      return [this.#mappingChange(entity, [...new Set(policies)])]
    })
  }

  /** Replaces the policies of an external identity. @throws WireError */
  replaceExternal(name: string, policies: readonly string[]): Promise<void> {
    return this.#tables.change(() => {
      for (const policy of policies) this.#checkPolicy(policy)
      return [this.#mappingChange({ kind: 'user', name, isExternal: true }, [...new Set(policies)])]
    })
  }

  /** Returns the newly attached policies. @throws WireError XMinioAdminPolicyChangeAlreadyApplied when there are none */
  attach(entity: Entity, policies: readonly string[]): Promise<string[]> {
    return this.#update(entity, (existing) => {
      const added = [...new Set(policies)].filter((policy) => !existing.includes(policy)).sort()
      for (const policy of added) this.#checkPolicy(policy)
      return { changed: added, after: [...existing, ...added].sort() }
    })
  }

  /** Returns the detached policies. @throws WireError XMinioAdminPolicyChangeAlreadyApplied when there are none */
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
    compute: (existing: string[]) => { changed: string[]; after: string[] },
    room?: DocumentRoom,
  ): Promise<string[]> {
    let changed: string[] = []
    await this.#tables.change(() => {
      this.#checkEntity(entity)
      if (entity.kind === 'group' && !entity.isExternal && this.#tables.get('group', entity.name)?.enabled === false) {
        throw unclassified('Specified group is disabled')
      }
      const result = compute(this.of(mappedKind(entity), entity.name)?.policies ?? [])
      if (result.changed.length === 0) throw iamError('AttachingNothing')
      changed = result.changed
      return [this.#mappingChange(entity, result.after)]
    }, room)
    return changed
  }

  #mappingChange(entity: Entity, policies: string[]): IamChange {
    const value = policies.length === 0 ? undefined : { policies, updatedAt: Date.now() }
    return { space: 'policy-mapping', id: mappingId(mappedKind(entity), entity.name), value }
  }

  #checkEntity({ kind, name, isExternal = false }: Entity): void {
    if (isExternal) return
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

function mappedKind({ kind, isExternal = false }: Entity): MappedKind {
  return isExternal && kind === 'user' ? 'external' : kind
}
