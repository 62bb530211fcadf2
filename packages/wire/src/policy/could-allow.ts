/**
 * Whether policies could allow something, before there is a request. It decides what a console offers, so doubt means yes:
 * conditions on the request are taken as possible, and a Deny counts only when it has no doubt and covers all that is
 * allowed. The storage server decides on each call anew.
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
  /** What is known of whoever asks (`username`, `groups`); every other condition key is open. */
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
  const closings = denies.map((deny) => coverage(deny, values))
  const isOpen = (target: Pattern, allowed: Pattern) => !closings.some((closes) => closes(target) || closes(allowed))

  if (query.unlessDenied) return targets.some((target) => isOpen(target, target))
  return statements.some((statement) => {
    if (statement.effect !== 'Allow' || !concernsAction(statement, action)) return false
    if (certainty(statement, values) === 'never') return false
    return targets.some((target) =>
      allowedPatterns(statement, target, values).some((allowed) => isOpen(target, allowed)),
    )
  })
}

/** Resources have the form `bucket/key`, the bucket itself is `bucket/`, and what concerns no bucket is `/`. */
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

/** The patterns by which an Allow reaches the target; variables that are not known may be anything. */
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

/** Tells whether a Deny surely covers all that a pattern names. */
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

/** All that a resource may name: itself, and the same with a final slash. */
export function possibleForms(resource: Pattern): Pattern[] {
  return [resource, [...resource, ...SLASH]]
}

/** What it names for sure: with the slash only when there is no wildcard in it. */
function certainForms(resource: Pattern): Pattern[] {
  return isLiteral(resource) ? possibleForms(resource) : [resource]
}

/** What is known of the conditions: all hold, one cannot hold, or it depends on the request. */
export function certainty(statement: Statement, values: ContextValues): 'certain' | 'never' | 'open' {
  let isCertain = true
  for (const condition of statement.conditions) {
    const result = values.has(contextKey(condition.key)) ? holds(condition, values) : undefined
    if (result === false) return 'never'
    if (result === undefined) isCertain = false
  }
  return isCertain ? 'certain' : 'open'
}
