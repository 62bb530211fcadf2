/** What one statement grants in an account's policies, after the Deny statements of all of them. */
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { type AdministrationGrant, administrationOf } from './administration.ts'
import { ACCESS_KINDS, type AccessKind } from './public-statements.ts'
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
  /** The Deny statements that take back a part of it, or all of it. */
  narrowedBy: ResolvedStatement[]
}

export interface GrantedResource {
  /** Pattern without the ARN prefix, with known policy variables filled in: `photos/team/*`. */
  resource: string
  kinds: AccessKind[]
  /** Whether a Deny takes back a part of it, or all of it under conditions. */
  isNarrowed: boolean
}

export function grantOf(one: ResolvedStatement, denials: readonly Denial[]): StatementGrant {
  const related = denials.filter(({ of }) => [...of.actions].some((action) => one.actions.has(action)))
  const touched = one.resources.map((resource) => related.filter((deny) => deny.touches(resource)))
  const narrowing = new Set([...related.filter(({ of }) => sharesAdministration(of, one)), ...touched.flat()])
  const access = one.resources.flatMap((resource, index) => {
    const kinds = kindsOn(resource, one, related)
    return kinds.length === 0 ? [] : [{ resource: resource.text, kinds, isNarrowed: touched[index]?.length !== 0 }]
  })
  return {
    access,
    administration: administrationIn(one, related),
    narrowedBy: related.filter((deny) => narrowing.has(deny)).map(({ of }) => of),
  }
}

/** The actions that give a kind of access; the others are `settings`, or help with one of these only. */
const KIND_ACTIONS = new Map<string, AccessKind>([
  ['s3:ListBucket', 'list'],
  ['s3:ListBucketVersions', 'list'],
  ['s3:GetObject', 'read'],
  ['s3:PutObject', 'write'],
  ['s3:PutObjectFanOut', 'write'],
  ['s3:DeleteObject', 'delete'],
])
const HELPERS = new Set([
  's3:*',
  's3:AbortMultipartUpload',
  's3:DeleteObjectVersion',
  's3:GetBucketLocation',
  's3:GetObjectAttributes',
  's3:GetObjectVersion',
  's3:GetObjectVersionAttributes',
  's3:HeadBucket',
  's3:ListAllMyBuckets',
  's3:ListBucketMultipartUploads',
  's3:ListMultipartUploadParts',
])
/** S3 actions with the kind of access that they give. */
export const S3_ACTION_KINDS: readonly [action: string, kind: AccessKind][] = POLICY_ACTIONS.s3.flatMap(
  (action): [string, AccessKind][] => (HELPERS.has(action) ? [] : [[action, KIND_ACTIONS.get(action) ?? 'settings']]),
)

function kindsOn(
  { objects, buckets }: NamedResource,
  one: ResolvedStatement,
  denials: readonly Denial[],
): AccessKind[] {
  const closing = (allowed: NamedResource['objects'], target: typeof OBJECTS) =>
    allowed && denials.filter(({ closes }) => closes(target) || closes(allowed))
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
