/** What one statement grants in an account's policies, after the Deny statements of all of them. */
import { ACCESS_KINDS, type AccessKind, S3_ACTION_KINDS } from './access-kinds.ts'
import { OBJECT_ACTIONS } from './actions.ts'
import { type AdministrationGrant, administrationOf } from './administration.ts'
import {
  BUCKETS,
  type Denial,
  type NamedResource,
  OBJECTS,
  type ResolvedStatement,
  SERVER_ACTIONS,
} from './resolved-statements.ts'

export interface StatementGrant {
  access: GrantedResource[]
  administration: AdministrationGrant[]
  /** The Deny statements that revoke part of it, or all of it. */
  narrowedBy: ResolvedStatement[]
}

export interface GrantedResource {
  /** Pattern without the ARN prefix, with known policy variables filled in: `photos/team/*`. */
  resource: string
  kinds: AccessKind[]
  /** Whether a Deny revokes part of it, or all of it under conditions. */
  isNarrowed: boolean
}

export function grantOf(one: ResolvedStatement, denials: readonly Denial[]): StatementGrant {
  const related = denials.filter(({ of }) => [...of.actions].some((action) => one.actions.has(action)))
  const concerning = one.resources.map((resource) => related.filter((deny) => deny.concerns(resource)))
  const narrowing = new Set([...related.filter(({ of }) => sharesAdministration(of, one)), ...concerning.flat()])
  const access = one.resources.flatMap((resource, index) => {
    const kinds = kindsOn(resource, one, related)
    return kinds.length === 0 ? [] : [{ resource: resource.text, kinds, isNarrowed: concerning[index]?.length !== 0 }]
  })
  return {
    access,
    administration: administrationIn(one, related),
    narrowedBy: related.filter((deny) => narrowing.has(deny)).map(({ of }) => of),
  }
}

function kindsOn(
  { objects, buckets }: NamedResource,
  one: ResolvedStatement,
  denials: readonly Denial[],
): AccessKind[] {
  const closing = (allowed: NamedResource['objects'], target: typeof OBJECTS) =>
    allowed && denials.filter(({ revokes }) => revokes(target) || revokes(allowed))
  const [ofObjects, ofBuckets] = [closing(objects, OBJECTS), closing(buckets, BUCKETS)]
  const isOpen = (action: string) => {
    const closed = OBJECT_ACTIONS.has(action) ? ofObjects : ofBuckets
    return closed !== undefined && !closed.some(({ of }) => of.actions.has(action))
  }
  const open = S3_ACTION_KINDS.filter(([action]) => one.actions.has(action) && isOpen(action))
  return ACCESS_KINDS.filter((kind) => open.some(([, given]) => given === kind))
}

function administrationIn(one: ResolvedStatement, denials: readonly Denial[]): AdministrationGrant[] {
  if (!one.isOnServer) return []
  const closing = denials.filter(({ of }) => of.applies === 'always' && of.isOnServer)
  const isOpen = (action: string) => one.actions.has(action) && !closing.some(({ of }) => of.actions.has(action))
  return administrationOf(new Set(SERVER_ACTIONS.filter(isOpen)))
}

function sharesAdministration(deny: ResolvedStatement, allow: ResolvedStatement): boolean {
  if (!deny.isOnServer || !allow.isOnServer) return false
  return SERVER_ACTIONS.some((action) => deny.actions.has(action) && allow.actions.has(action))
}
