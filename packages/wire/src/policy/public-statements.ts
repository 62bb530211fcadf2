/**
 * What a bucket policy opens to everybody, statement by statement, before there is a request. It is read to warn, so doubt
 * means open: conditions on a request are taken as possible, and a Deny closes only what it covers for certain. What narrows
 * an opening (conditions, further Denies) is told along with it.
 */
import { ACCESS_KINDS, type AccessKind, exposedKindOf } from './access-kinds.ts'
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { CONDITION_KEYS } from './condition-keys.ts'
import { holds } from './conditions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, matchesPrincipal } from './evaluate.ts'
import { contextKey, filledPattern } from './variables.ts'
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
  /** Indexes of the Deny statements that take back a part of it, or all of it under conditions. */
  narrowedBy: number[]
}

/** Every Allow of which something is left for requests without signing in. */
export function publicStatements({ statements }: Policy, bucket: string): PublicStatement[] {
  const denies = statements.filter(({ effect }) => effect === 'Deny')
  const certain = denies.filter((deny) => deny.principals?.some(isEveryone) && certainty(deny) === 'certain')
  return statements.flatMap((statement, index) => {
    if (statement.effect !== 'Allow' || certainty(statement) === 'never') return []
    // One that names nobody at all (NotPrincipal, of other servers) lets everybody in but some.
    if (statement.principals !== undefined && !statement.principals.some(isEveryone)) return []
    const { resources, actions } = openPart(statement, certain, bucket)
    if (resources.length === 0) return []
    const opened = resources.map(({ resource }) => filled(resource))
    const narrowing = denies.filter(
      (deny) =>
        certainty(deny) !== 'never' &&
        actions.some((action) => concernsAction(deny, action)) &&
        opened.some(touchingOf(deny, bucket)),
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
    const closing = new Set(denies.filter((deny) => concernsAction(deny, action)))
    for (const { resource, closedBy } of OBJECT_ACTIONS.has(action) ? ofObjects : ofBucket) {
      if (closedBy.some((deny) => closing.has(deny))) continue
      actions.add(action)
      found.get(resource)?.add(kind)
    }
  }
  const open = [...found].flatMap(([resource, kinds]) =>
    kinds.size === 0 ? [] : [{ resource, kinds: ACCESS_KINDS.filter((one) => kinds.has(one)) }],
  )
  return { resources: open, actions: [...actions] }
}

/** A resource by which an Allow reaches a target, and the Denies that take back all of that, for the actions they are about. */
interface ReachedPart {
  resource: string
  closedBy: Statement[]
}

function reachedParts(
  statement: Statement,
  resources: readonly string[],
  denies: readonly Statement[],
  target: Pattern,
): ReachedPart[] {
  if (statement.notResources.some((one) => covers(pattern(one), target))) return []
  const closing = denies.map((deny) => ({ deny, closes: closingOf(deny, target) }))
  return resources.flatMap((resource) => {
    const allowed = filled(resource)
    if (!intersects(allowed, target)) return []
    return [{ resource, closedBy: closing.flatMap(({ deny, closes }) => (closes(allowed) ? [deny] : [])) }]
  })
}

const isEveryone = (principal: string) => matchesPrincipal(principal, '')

/** Of variables nothing is known of a stranger, unless they are filled by the request. */
const filled = (resource: string) => filledPattern(resource, STRANGER, 'anything')

/** Tells whether the Deny takes back all that an Allow gives of `target`. */
function closingOf(deny: Statement, target: Pattern): (allowed: Pattern) => boolean {
  if (deny.notResources.length > 0) {
    const excepted = deny.notResources.map(filled).filter((one) => intersects(one, target))
    return (allowed) => !excepted.some((one) => intersects(one, allowed))
  }
  const denied = deny.resources.map(pattern)
  if (denied.some((one) => covers(one, target))) return () => true
  return (allowed) => denied.some((one) => covers(one, allowed))
}

/** Tells whether the Deny is about some of what an Allow names in the bucket. */
function touchingOf(deny: Statement, bucket: string): (allowed: Pattern) => boolean {
  if (deny.resources.length === 0) {
    const excepted = deny.notResources.map(pattern)
    return (allowed) => !excepted.some((one) => covers(one, allowed))
  }
  const inside = [...literal(bucket), ...ANYTHING]
  const denied = deny.resources.map(filled).filter((one) => intersects(one, inside))
  return (allowed) => denied.some((one) => intersects(one, allowed))
}

/**
 * What is known of a request without signing in: who asks has no name, no group, no claims and no signature. Everything else
 * depends on the request.
 */
const STRANGER: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...CONDITION_KEYS.filter((key) => /^(jwt|ldap):|^aws:groups$|^s3:signatureAge$/.test(key)).map(
    (key): [string, string[]] => [contextKey(key), []],
  ),
  ...['userid', 'username', 'signatureversion', 'authtype'].map((key): [string, string[]] => [key, ['']]),
  ['principaltype', ['Anonymous']],
])

function certainty({ conditions }: Statement): 'certain' | 'never' | 'open' {
  let isCertain = true
  for (const condition of conditions) {
    const result = STRANGER.has(contextKey(condition.key)) ? holds(condition, STRANGER) : undefined
    if (result === false) return 'never'
    if (result === undefined) isCertain = false
  }
  return isCertain ? 'certain' : 'open'
}
