/**
 * The anonymous access that a bucket policy grants, statement by statement, before there is a request. It serves as a warning,
 * so in doubt access counts as public: conditions on a request may hold, and a Deny removes only what it certainly covers.
 * What restricts a grant (conditions, further Deny statements) is returned with it.
 */
import { ACCESS_KINDS, type AccessKind, exposedKindOf } from './access-kinds.ts'
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { CONDITION_KEYS } from './condition-keys.ts'
import { holds } from './conditions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, matchesPrincipal } from './evaluate.ts'
import { type ContextValues, contextKey, filledPattern } from './variables.ts'
import { ANYTHING, covers, intersects, literal, type Pattern, pattern } from './wildcard.ts'

export interface PublicResource {
  /** Pattern as the policy writes it, without the ARN prefix: `photos/public/*`. */
  resource: string
  kinds: AccessKind[]
}

export interface PublicStatement {
  index: number
  statement: Statement
  resources: PublicResource[]
  /** Indexes of the Deny statements that revoke part of it, or all of it under conditions. */
  narrowedBy: number[]
}

/** Every Allow that still grants something to anonymous requests. */
export function publicStatements({ statements }: Policy, bucket: string): PublicStatement[] {
  const denies = statements.filter(({ effect }) => effect === 'Deny')
  const certain = denies.filter((deny) => isForEveryone(deny) && certainty(deny) === 'certain')
  return statements.flatMap((statement, index) => {
    if (statement.effect !== 'Allow' || certainty(statement) === 'never') return []
    if (!isForEveryone(statement)) return []
    const { resources, actions } = openPart(statement, certain, bucket)
    if (resources.length === 0) return []
    const granted = resources.map(({ resource }) => filled(resource))
    const narrowing = denies.filter(
      (deny) =>
        certainty(deny) !== 'never' &&
        actions.some((action) => concernsAction(deny, action)) &&
        granted.some(overlapWith(deny, bucket)),
    )
    return [{ index, statement, resources, narrowedBy: narrowing.map((deny) => statements.indexOf(deny)) }]
  })
}

function openPart(
  statement: Statement,
  denies: readonly Statement[],
  bucket: string,
): { resources: PublicResource[]; actions: string[] } {
  const resources = statement.resources.length > 0 ? statement.resources : [bucket, `${bucket}/*`]
  const found = new Map(resources.map((resource) => [resource, new Set<AccessKind>()]))
  const actions = new Set<string>()
  const partsOf = (target: Pattern) => reachedParts(statement, resources, denies, target)
  const ofObjects = partsOf([...literal(`${bucket}/`), ...pattern('?*')])
  // In bucket policies the bucket itself is its bare name.
  const ofBucket = partsOf(literal(bucket))
  for (const action of POLICY_ACTIONS.s3) {
    const kind = exposedKindOf(action)
    if (kind === undefined || !concernsAction(statement, action)) continue
    const relevant = new Set(denies.filter((deny) => concernsAction(deny, action)))
    for (const { resource, deniedBy } of OBJECT_ACTIONS.has(action) ? ofObjects : ofBucket) {
      if (deniedBy.some((deny) => relevant.has(deny))) continue
      actions.add(action)
      found.get(resource)?.add(kind)
    }
  }
  const open = [...found].flatMap(([resource, kinds]) =>
    kinds.size === 0 ? [] : [{ resource, kinds: ACCESS_KINDS.filter((one) => kinds.has(one)) }],
  )
  return { resources: open, actions: [...actions] }
}

/** A resource by which an Allow matches a target, and the Deny statements that revoke all of that for their actions. */
interface ReachedPart {
  resource: string
  deniedBy: Statement[]
}

function reachedParts(
  statement: Statement,
  resources: readonly string[],
  denies: readonly Statement[],
  target: Pattern,
): ReachedPart[] {
  if (statement.notResources.some((one) => covers(pattern(one), target))) return []
  const tests = denies.map((deny) => ({ deny, revokes: revocationBy(deny, target) }))
  return resources.flatMap((resource) => {
    const allowed = filled(resource)
    if (!intersects(allowed, target)) return []
    return [{ resource, deniedBy: tests.flatMap(({ deny, revokes }) => (revokes(allowed) ? [deny] : [])) }]
  })
}

/** Whether a statement of a bucket policy counts for anonymous requests. */
export function isForEveryone({ principals, effect }: Statement): boolean {
  // Without a Principal (NotPrincipal, of other servers), it applies to everyone with exceptions.
  return principals?.some(isEveryone) ?? effect === 'Allow'
}

const isEveryone = (principal: string) => matchesPrincipal(principal, '')

/** For an anonymous caller no variable is known, except those that the request fills. */
const filled = (resource: string) => filledPattern(resource, ANONYMOUS, 'anything')

/** Returns a test whether the Deny revokes everything that an Allow grants of `target`. */
function revocationBy(deny: Statement, target: Pattern): (allowed: Pattern) => boolean {
  if (deny.notResources.length > 0) {
    const excepted = deny.notResources.map(filled).filter((one) => intersects(one, target))
    return (allowed) => !excepted.some((one) => intersects(one, allowed))
  }
  const denied = deny.resources.map(pattern)
  if (denied.some((one) => covers(one, target))) return () => true
  return (allowed) => denied.some((one) => covers(one, allowed))
}

/** Returns a test whether the Deny concerns part of what an Allow names in the bucket. */
function overlapWith(deny: Statement, bucket: string): (allowed: Pattern) => boolean {
  if (deny.resources.length === 0) {
    const excepted = deny.notResources.map(pattern)
    return (allowed) => !excepted.some((one) => covers(one, allowed))
  }
  const inside = [...literal(bucket), ...ANYTHING]
  const denied = deny.resources.map(filled).filter((one) => intersects(one, inside))
  return (allowed) => denied.some((one) => intersects(one, allowed))
}

/**
 * What is known of an anonymous request: the caller has no name, no group, no claims and no signature. Everything else depends
 * on the request.
 */
export const ANONYMOUS: ContextValues = new Map<string, readonly string[]>([
  ...CONDITION_KEYS.filter((key) => /^(jwt|ldap):|^aws:groups$|^s3:signatureAge$/.test(key)).map(
    (key): [string, string[]] => [contextKey(key), []],
  ),
  ...['userid', 'username', 'signatureversion', 'authtype'].map((key): [string, string[]] => [key, ['']]),
  ['principaltype', ['Anonymous']],
])

function certainty({ conditions }: Statement): 'certain' | 'never' | 'open' {
  let isCertain = true
  for (const condition of conditions) {
    const result = ANONYMOUS.has(contextKey(condition.key)) ? holds(condition, ANONYMOUS) : undefined
    if (result === false) return 'never'
    if (result === undefined) isCertain = false
  }
  return isCertain ? 'certain' : 'open'
}
