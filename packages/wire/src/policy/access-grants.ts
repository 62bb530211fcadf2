/**
 * Access to a bucket or folder as a person grants it: who may read there, until when. A grant is one or two statements of a
 * policy that belongs to one user, group or access key, recognized by their `Sid` and by having exactly the form that is written here. A
 * statement that somebody changed is no grant any more, and is kept as it is. A policy has one grant for a place: MinIO drops
 * statements that differ only in their `Sid`, and two grants for one place would share some.
 */
import { OBJECT_ACTIONS as ACTIONS_ON_OBJECTS, POLICY_ACTIONS } from './actions.ts'
import { parsePolicy, type Statement } from './document.ts'

/** `write` includes deleting, and `manage` everything that S3 has for the place. `upload` adds objects without seeing any. */
export const GRANTED_ACCESS = ['read', 'write', 'readWrite', 'upload', 'manage'] as const
type NamedAccess = (typeof GRANTED_ACCESS)[number]
/** `custom`: the actions that somebody chose. */
export type GrantedAccess = NamedAccess | 'custom'

export interface AccessGrant {
  bucket: string
  /** '' for the whole bucket. No `*`, `?` and `${`, which policies would interpret. */
  prefix: string
  /** The prefix is the whole name of one object. */
  isObject: boolean
  access: GrantedAccess
  /** Of `custom`, sorted; empty otherwise. */
  actions: string[]
  /** ISO 8601; '' for no end. */
  until: string
}

export interface NumberedGrant extends AccessGrant {
  /** What its statements are called: `Grant3Objects`. */
  number: number
}

type Part = 'Objects' | 'List' | 'Custom' | 'CustomList'
type JsonObject = Record<string, unknown>

const READ = ['s3:GetObject', 's3:GetObjectVersion']
const UPLOAD = ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts', 's3:PutObject']
const WRITE = [...UPLOAD, 's3:DeleteObject']
const MANAGE = [
  ...READ,
  ...WRITE,
  's3:DeleteObjectTagging',
  's3:DeleteObjectVersion',
  's3:GetObjectLegalHold',
  's3:GetObjectRetention',
  's3:GetObjectTagging',
  's3:PutObjectLegalHold',
  's3:PutObjectRetention',
  's3:PutObjectTagging',
]
const OBJECT_ACTIONS: Record<NamedAccess, readonly string[]> = {
  read: READ,
  write: WRITE,
  readWrite: [...READ, ...WRITE],
  upload: UPLOAD,
  manage: MANAGE,
}
const LIST_ACTIONS: Record<NamedAccess, readonly string[]> = {
  read: ['s3:ListBucket', 's3:ListBucketVersions'],
  write: ['s3:ListBucket'],
  readWrite: ['s3:ListBucket', 's3:ListBucketVersions'],
  upload: [],
  manage: ['s3:ListBucket', 's3:ListBucketVersions'],
}
/** Only for whole buckets: there is no condition for the folder of an unfinished upload. */
const LIST_UPLOADS: ReadonlySet<GrantedAccess> = new Set(['write', 'readWrite'])

/** Every grant has it: clients ask for it before anything else. */
const LOCATION = 's3:GetBucketLocation'
/** Those that a condition limits to a folder. */
const LISTINGS: ReadonlySet<string> = new Set(['s3:ListBucket', 's3:ListBucketVersions'])

/** Where an action can be granted on its own: in folders as well, only for a whole bucket, or nowhere. */
export function grantableIn(action: string): 'folder' | 'bucket' | 'no' {
  if (ACTIONS_ON_OBJECTS.has(action) || LISTINGS.has(action)) return 'folder'
  const isOfServer = action.includes('*') || action === 's3:ListAllMyBuckets'
  const isOfBucket = !isOfServer && action !== LOCATION && POLICY_ACTIONS.s3.some((name) => name === action)
  return isOfBucket ? 'bucket' : 'no'
}

/** Whether a grant for the prefix can have the action. */
export function isGrantable(action: string, prefix: string): boolean {
  const where = grantableIn(action)
  return where === 'folder' || (where === 'bucket' && prefix === '')
}

/** The name of the policy with the grants of a user or group. */
export function grantPolicyName({ kind, name }: { kind: 'user' | 'group'; name: string }): string {
  return `access-of-${kind}-${name}`
}

/** Whose grants a policy of this name has; undefined for other policies. */
export function grantPolicyOwner(policy: string): { kind: 'user' | 'group'; name: string } | undefined {
  const [, kind, name] = /^access-of-(user|group)-(.+)$/s.exec(policy) ?? []
  return kind === undefined || name === undefined ? undefined : { kind: kind as 'user' | 'group', name }
}

/** The grants in a policy, by number. */
export function accessGrantsIn(document: unknown): NumberedGrant[] {
  const byNumber = Map.groupBy(statementsIn(document), ({ Sid }) => partOf(Sid)?.number)
  const grants = [...byNumber].flatMap(([number, statements]) => {
    const grant = number === undefined ? undefined : grantOf(statements, number)
    return grant === undefined ? [] : [grant]
  })
  return grants.sort((a, b) => a.number - b.number)
}

/** The document with grants added and removed; undefined if nothing is left. A grant replaces that for the same place. */
export function withAccessGrants(
  document: unknown,
  added: readonly AccessGrant[],
  removed: ReadonlySet<number>,
): JsonObject | undefined {
  const places = new Map(added.map((grant) => [placeOf(grant), grant]))
  const gone = new Set(
    accessGrantsIn(document).flatMap((grant) =>
      removed.has(grant.number) || places.has(placeOf(grant)) ? [grant.number] : [],
    ),
  )
  const before = statementsIn(document)
  const kept = before.filter(({ Sid }) => !gone.has(partOf(Sid)?.number ?? 0))
  const next = Math.max(0, ...before.map(({ Sid }) => partOf(Sid)?.number ?? 0)) + 1
  const written = [...places.values()].flatMap((grant, index) => statementsFor(grant, next + index))
  const statements = [...kept, ...written]
  if (statements.length === 0) return undefined
  return { ...asObject(document), Version: '2012-10-17', Statement: statements }
}

const placeOf = (grant: AccessGrant) => `${grant.bucket}/${patternOf(grant)}`
const patternOf = ({ prefix, isObject }: AccessGrant) => (isObject ? prefix : `${prefix}*`)

function statementsFor(grant: AccessGrant, number: number): JsonObject[] {
  const { bucket, prefix, access, actions, until } = grant
  const end = until === '' ? {} : { DateLessThan: { 'aws:CurrentTime': [until] } }
  const statement = (part: Part, actions: readonly string[], resources: string[], condition: JsonObject = {}) => {
    const conditions = { ...condition, ...end }
    return {
      Sid: `Grant${number}${part}`,
      Effect: 'Allow',
      Action: actions.toSorted(),
      Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
      ...(Object.keys(conditions).length > 0 && { Condition: conditions }),
    }
  }
  // What isn't for a bucket doesn't apply to it, and the reverse.
  const both = [bucket, `${bucket}/${patternOf(grant)}`]
  const below = prefix === '' ? {} : { StringLike: { 's3:prefix': [patternOf(grant)] } }
  if (access === 'custom') {
    const listings = actions.filter((action) => LISTINGS.has(action))
    const others = statement('Custom', [...actions.filter((action) => !LISTINGS.has(action)), LOCATION], both)
    return listings.length === 0 ? [others] : [others, statement('CustomList', listings, [bucket], below)]
  }
  if (prefix === '' && access === 'manage') return [statement('Objects', ['s3:*'], both)]
  const uploads = prefix === '' && LIST_UPLOADS.has(access) ? ['s3:ListBucketMultipartUploads'] : []
  const objects = statement('Objects', [...OBJECT_ACTIONS[access], LOCATION, ...uploads], both)
  if (LIST_ACTIONS[access].length === 0) return [objects]
  return [objects, statement('List', LIST_ACTIONS[access], [bucket], below)]
}

/** What the statements of one number grant; undefined if they aren't exactly those of a grant. */
function grantOf(statements: readonly JsonObject[], number: number): NumberedGrant | undefined {
  const parsed = readable(statements)
  const objects = parsed?.find(({ sid }) => sid === `Grant${number}Objects` || sid === `Grant${number}Custom`)
  const place = objects?.resources.find((resource) => resource.includes('/')) ?? ''
  const [bucket, prefix, star] = /^([^/]+)\/([^*?]*)(\*?)$/s.exec(place)?.slice(1) ?? []
  if (parsed === undefined || objects === undefined || bucket === undefined || prefix === undefined) return undefined
  const until = objects.conditions.find(({ operator }) => operator === 'DateLessThan')?.values[0] ?? ''
  const written = formsOf(parsed)
  const chosen = parsed.flatMap(({ actions }) => actions).filter((action) => action !== LOCATION)
  const isCustom = chosen.length > 0 && chosen.every((action) => isGrantable(action, prefix))
  for (const access of isCustom ? [...GRANTED_ACCESS, 'custom' as const] : GRANTED_ACCESS) {
    const actions = access === 'custom' ? chosen.toSorted() : []
    const grant = { bucket, prefix, isObject: star === '', access, actions, until }
    if (formsOf(readable(statementsFor(grant, number)) ?? []) === written) return { ...grant, number }
  }
  return undefined
}

/** Statements in one form: servers change the order of lists and write single values without one. */
function formsOf(statements: readonly Statement[]): string {
  const forms = statements.map(({ actions, resources, conditions, ...rest }) =>
    JSON.stringify({
      ...rest,
      actions: actions.toSorted(),
      resources: resources.toSorted(),
      conditions: conditions.toSorted((a, b) => (a.operator < b.operator ? -1 : 1)),
    }),
  )
  return forms.sort().join('\n')
}

function readable(statements: readonly JsonObject[]): Statement[] | undefined {
  try {
    return parsePolicy({ Statement: statements }).statements
  } catch {
    // Whatever it is, it isn't a grant.
    return undefined
  }
}

function partOf(sid: unknown): { number: number; part: Part } | undefined {
  const [, number, part] = /^Grant([1-9]\d{0,8})(Objects|List|Custom|CustomList)$/.exec(String(sid ?? '')) ?? []
  return part === undefined ? undefined : { number: Number(number), part: part as Part }
}

function statementsIn(document: unknown): JsonObject[] {
  const { Statement } = asObject(document)
  const list = Array.isArray(Statement) ? Statement : Statement === undefined ? [] : [Statement]
  return list.map(asObject)
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}
