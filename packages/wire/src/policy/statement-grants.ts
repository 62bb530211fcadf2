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
  /** Those of each entry of `access`. */
  accessDenials: (readonly ResolvedStatement[])[]
  /** Those of `administration`. */
  serverDenials: readonly ResolvedStatement[]
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
  const ofS3 = related.filter(({ of }) => [...of.actions].some((action) => isOfS3(action) && one.actions.has(action)))
  const ofServer = related.filter(({ of }) => sharesAdministration(of, one))
  const narrowing = new Set(ofServer)
  const access: GrantedResource[] = []
  const accessDenials: ResolvedStatement[][] = []
  for (const resource of one.resources) {
    const concerning = ofS3.filter((deny) => deny.concerns(resource))
    for (const deny of concerning) narrowing.add(deny)
    const kinds = kindsOn(resource, one, related)
    if (kinds.length === 0) continue
    access.push({ resource: resource.text, kinds, isNarrowed: concerning.length > 0 })
    accessDenials.push(concerning.map(({ of }) => of))
  }
  return {
    access,
    administration: administrationIn(one, related),
    narrowedBy: related.filter((deny) => narrowing.has(deny)).map(({ of }) => of),
    accessDenials,
    serverDenials: ofServer.map(({ of }) => of),
  }
}

const isOfS3 = (action: string) => action.startsWith('s3:')

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
