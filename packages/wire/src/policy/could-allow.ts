/**
 * Whether policies could allow something, before there is a request. A console uses it to decide what it offers, so in doubt
 * the result is true: conditions on the request may hold, and a Deny counts only if it certainly covers everything that is
 * allowed. The storage server decides again on each call.
 */

import { OBJECT_ACTIONS } from './actions.ts'
import { holds } from './conditions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { PatternIndex } from './pattern-index.ts'
import { type ContextValues, contextKey, contextValues, filledPattern, type RequestContext } from './variables.ts'
import { ANYTHING, isLiteral, literal, type Pattern, pattern } from './wildcard.ts'

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
  return possibilities(policies, query.known)(query)
}

/** Prepares policies for many questions about the same caller, as `couldAllow` answers them. */
export function possibilities(
  policies: readonly Policy[],
  known: RequestContext = {},
): (query: Omit<PossibilityQuery, 'known'>) => boolean {
  const values = contextValues(known)
  const statements = policies.flatMap((policy) => policy.statements)
  const possibilitiesOf = perAction(
    statements.filter((statement) => certainty(statement, values) !== 'never'),
    (concerning) => new Possibilities(concerning, values),
  )
  const couldAllowAction = (action: string, { resource, unlessDenied }: Omit<PossibilityQuery, 'known'>) => {
    const possible = possibilitiesOf(action)
    return targetsOf(action, resource).some((target) =>
      unlessDenied ? !possible.isDenied(target) : possible.allows(target),
    )
  }
  return (query) =>
    query.actions.some((action) => {
      if (couldAllowAction(action, query)) return true
      return action === 's3:ListBucketVersions' && couldAllowAction('s3:ListBucket', query)
    })
}

/** What is made of the statements that concern an action: once for all actions that have them in common, as most do. */
export function perAction<T>(
  statements: readonly Statement[],
  make: (concerning: readonly Statement[]) => T,
): (action: string) => T {
  const byAction = new Map<string, T>()
  const byStatements = new Map<string, T>()
  return (action) => {
    const known = byAction.get(action)
    if (known !== undefined) return known
    const concerning = [...statements.entries()].filter(([, statement]) => concernsAction(statement, action))
    const key = concerning.map(([index]) => index).join()
    const made = byStatements.get(key) ?? make(concerning.map(([, statement]) => statement))
    byStatements.set(key, made)
    byAction.set(action, made)
    return made
  }
}

/** What the statements that concern one action could allow. */
class Possibilities {
  readonly #allowed = new Map<string, boolean>()
  readonly #denied = new Map<string, boolean>()
  readonly #isDenied: (target: Pattern) => boolean
  readonly #isUnlimited: boolean
  /** By what the NotResource of a statement leaves out. */
  readonly #excluded: readonly PatternIndex[]
  readonly #resources: PatternIndex

  constructor(statements: readonly Statement[], values: ContextValues) {
    const allows = statements.filter(({ effect }) => effect === 'Allow')
    this.#isDenied = coverage(
      statements.filter(({ effect }) => effect === 'Deny').filter((deny) => certainty(deny, values) === 'certain'),
      values,
    )
    this.#isUnlimited = allows.some(isUnlimited)
    this.#excluded = allows
      .filter(({ notResources }) => notResources.length > 0)
      .map(({ notResources }) => new PatternIndex(notResources.map((resource) => filledPattern(resource, values))))
    // Unknown variables can have any value.
    this.#resources = new PatternIndex(
      allows
        .filter(({ notResources }) => notResources.length === 0)
        .flatMap(({ resources }) =>
          resources.flatMap((resource) => possibleForms(filledPattern(resource, values, 'anything'))),
        ),
    )
  }

  allows(target: Pattern): boolean {
    return remembered(this.#allowed, target, () => {
      if (this.isDenied(target)) return false
      if (this.#isUnlimited || this.#excluded.some((excluded) => !excluded.covers(target))) return true
      return this.#resources.intersects(target, (allowed) => !this.isDenied(allowed))
    })
  }

  /** Whether a Deny certainly covers everything that a pattern matches. */
  isDenied(target: Pattern): boolean {
    return remembered(this.#denied, target, () => this.#isDenied(target))
  }
}

/** Whether it applies to all resources. */
function isUnlimited(statement: Statement): boolean {
  return ignoresResources(statement, {}) || (statement.notResources.length === 0 && statement.resources.length === 0)
}

function remembered(known: Map<string, boolean>, target: Pattern, find: () => boolean): boolean {
  const key = target.join()
  const verdict = known.get(key) ?? find()
  known.set(key, verdict)
  return verdict
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

/** Returns a test whether one of some Deny statements certainly covers everything that a pattern matches. */
export function coverage(denies: readonly Statement[], values: ContextValues): (target: Pattern) => boolean {
  if (denies.some(isUnlimited)) return () => true
  const left = denies
    .filter(({ notResources }) => notResources.length > 0)
    .map(
      ({ notResources }) =>
        new PatternIndex(
          notResources.flatMap((resource) => possibleForms(filledPattern(resource, values, 'anything'))),
        ),
    )
  const denied = new PatternIndex(
    denies
      .filter(({ notResources }) => notResources.length === 0)
      .flatMap(({ resources }) => resources.flatMap((resource) => certainForms(filledPattern(resource, values)))),
  )
  return (target) => denied.covers(target) || left.some((some) => !some.intersects(target))
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
