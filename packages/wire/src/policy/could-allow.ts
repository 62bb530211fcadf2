/**
 * Whether policies could allow something, before there is a request. A console uses it to decide what it offers, so in doubt
 * the result is true: conditions on the request may hold, and a Deny counts only if it certainly covers everything that is
 * allowed. The storage server decides again on each call.
 */

import { OBJECT_ACTIONS } from './actions.ts'
import { holds } from './conditions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { type ContextValues, contextKey, contextValues, filledPattern, type RequestContext } from './variables.ts'
import { ANYTHING, covers, intersects, isLiteral, literal, type Pattern, pattern } from './wildcard.ts'

export interface PossibilityQuery {
  /** Any of these. */
  actions: readonly string[]
  /** `bucket`, or `bucket/prefix` for the objects below; any bucket and object when absent. */
  resource?: string
  /** What is known of the caller (`username`, `groups`); every other condition key can have any value. */
  known?: RequestContext
  /** For calls on the account itself that need no permission: only a Deny forbids them. */
  unlessDenied?: boolean
}

export function couldAllow(policies: readonly Policy[], query: PossibilityQuery): boolean {
  const values = contextValues(query.known ?? {})
  const statements = policies.flatMap((policy) => policy.statements)
  return query.actions.some((action) => {
    if (couldAllowAction(statements, action, query, values)) return true
    return action === 's3:ListBucketVersions' && couldAllowAction(statements, 's3:ListBucket', query, values)
  })
}

function couldAllowAction(
  statements: readonly Statement[],
  action: string,
  query: PossibilityQuery,
  values: ContextValues,
): boolean {
  const targets = targetsOf(action, query.resource)
  const denies = statements.filter(
    (statement) =>
      statement.effect === 'Deny' && concernsAction(statement, action) && certainty(statement, values) === 'certain',
  )
  const coverages = denies.map((deny) => coverage(deny, values))
  const isOpen = (target: Pattern, allowed: Pattern) => !coverages.some((denies) => denies(target) || denies(allowed))

  if (query.unlessDenied) return targets.some((target) => isOpen(target, target))
  return statements.some((statement) => {
    if (statement.effect !== 'Allow' || !concernsAction(statement, action)) return false
    if (certainty(statement, values) === 'never') return false
    return targets.some((target) =>
      allowedPatterns(statement, target, values).some((allowed) => isOpen(target, allowed)),
    )
  })
}

/** Resources have the form `bucket/key`; the bucket itself is `bucket/`, and anything without a bucket is `/`. */
function targetsOf(action: string, resource: string | undefined): Pattern[] {
  if (action.startsWith('admin:') || action.startsWith('sts:')) return [literal('/')]
  const slash = resource?.indexOf('/') ?? -1
  const bucket = resource === undefined || slash < 0 ? resource : resource.slice(0, slash)
  const prefix = resource === undefined || slash < 0 ? '' : resource.slice(slash + 1)
  const named: Pattern = bucket === undefined ? ANYTHING : literal(bucket)
  const itself: Pattern = [...named, ...literal('/')]
  const below: Pattern = [...itself, ...literal(prefix), ...pattern(prefix === '' ? '?*' : '*')]
  if (action.includes('*') || action.startsWith('kms:')) return [itself, below]
  return [OBJECT_ACTIONS.has(action) ? below : itself]
}

/** The patterns by which an Allow matches the target; unknown variables can have any value. */
function allowedPatterns(statement: Statement, target: Pattern, values: ContextValues): Pattern[] {
  if (ignoresResources(statement, {})) return [target]
  if (statement.notResources.length > 0) return isExcluded(statement, target, values) ? [] : [target]
  if (statement.resources.length === 0) return [target]
  return statement.resources
    .flatMap((resource) => possibleForms(filledPattern(resource, values, 'anything')))
    .filter((resource) => intersects(resource, target))
}

function isExcluded(statement: Statement, target: Pattern, values: ContextValues): boolean {
  return statement.notResources.some((resource) => covers(filledPattern(resource, values), target))
}

/** Returns a test whether a Deny certainly covers everything that a pattern matches. */
export function coverage(deny: Statement, values: ContextValues): (target: Pattern) => boolean {
  if (ignoresResources(deny, {})) return () => true
  if (deny.notResources.length > 0) {
    const left = deny.notResources.flatMap((resource) => possibleForms(filledPattern(resource, values, 'anything')))
    return (target) => !left.some((resource) => intersects(resource, target))
  }
  if (deny.resources.length === 0) return () => true
  const denied = deny.resources.flatMap((resource) => certainForms(filledPattern(resource, values)))
  return (target) => denied.some((resource) => covers(resource, target))
}

const SLASH = literal('/')

/** Everything that a resource can name: itself, and the same with a trailing slash. */
export function possibleForms(resource: Pattern): Pattern[] {
  return [resource, [...resource, ...SLASH]]
}

/** What it certainly names: with the slash only if it contains no wildcard. */
function certainForms(resource: Pattern): Pattern[] {
  return isLiteral(resource) ? possibleForms(resource) : [resource]
}

/** Whether the conditions hold: for every request, for none, or depending on the request. */
export function certainty(statement: Statement, values: ContextValues): 'certain' | 'never' | 'open' {
  let isCertain = true
  for (const condition of statement.conditions) {
    const result = values.has(contextKey(condition.key)) ? holds(condition, values) : undefined
    if (result === false) return 'never'
    if (result === undefined) isCertain = false
  }
  return isCertain ? 'certain' : 'open'
}
