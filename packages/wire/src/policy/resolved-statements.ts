/**
 * The statements of an account's policies with their actions and resources resolved: wildcards in actions are expanded, and
 * known policy variables filled in.
 */
import { POLICY_ACTIONS } from './actions.ts'
import type { ReadPolicy } from './attached-policy.ts'
import { certainty, coverage, possibleForms } from './could-allow.ts'
import type { Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { concernsServer } from './full-access.ts'
import { type ContextValues, filledPattern, filledText } from './variables.ts'
import { covers, intersects, type Pattern, pattern } from './wildcard.ts'

export interface ResolvedStatement {
  /** Index of its policy. */
  policy: number
  /** The first of its policy is 1. */
  number: number
  statement: Statement
  /** JSON. */
  text: string
  /** Whether its conditions hold: for every request of the account, for some, or for none. */
  applies: 'always' | 'sometimes' | 'never'
  /** Every action that it concerns. */
  actions: ReadonlySet<string>
  isOnServer: boolean
  resources: NamedResource[]
  /** Its NotResource. */
  except: string[]
}

/** What a resource of a statement names, with known policy variables filled in. */
export interface NamedResource {
  text: string
  /** Among objects; undefined if it names none. */
  objects: Pattern | undefined
  /** Among buckets, which are `bucket/` in policies; undefined if it names none. */
  buckets: Pattern | undefined
}

export const OBJECTS = pattern('?*/?*')
export const BUCKETS = pattern('?*/')

/** Admin and KMS actions, one by one. */
export const SERVER_ACTIONS: readonly string[] = [...POLICY_ACTIONS.admin, ...POLICY_ACTIONS.kms].filter(
  (action) => !action.includes('*'),
)
const ALL_ACTIONS = [...POLICY_ACTIONS.s3, ...SERVER_ACTIONS]

export function resolveStatements(
  { policy, originals }: ReadPolicy,
  index: number,
  values: ContextValues,
): ResolvedStatement[] {
  return policy.statements.map((statement, at) => ({
    policy: index,
    number: originals[at]?.number ?? at + 1,
    statement,
    text: JSON.stringify(originals[at]?.statement ?? {}, undefined, 2),
    applies: ({ certain: 'always', open: 'sometimes', never: 'never' } as const)[certainty(statement, values)],
    actions: new Set(ALL_ACTIONS.filter((action) => concernsAction(statement, action))),
    isOnServer: concernsServer(statement) || statement.actions.some((action) => action.startsWith('kms:')),
    resources: resourcesOf(statement).map((resource) => namedResource(resource, values)),
    except: statement.notResources.map((resource) => filledText(resource, values)),
  }))
}

/** Without resources, a statement applies to all of them, or to all except some. */
function resourcesOf(statement: Statement): readonly string[] {
  return ignoresResources(statement, {}) || statement.resources.length === 0 ? ['*'] : statement.resources
}

function namedResource(resource: string, values: ContextValues): NamedResource {
  const filled = filledPattern(resource, values, 'anything')
  const slash = resource.indexOf('/')
  const bucket = slash < 0 ? resource : resource.slice(0, slash)
  // `photos/*` matches the bucket as well, since a star also matches nothing.
  const namesBucket = bucket !== '' && (slash < 0 || /^\**$/.test(resource.slice(slash + 1)))
  return {
    text: filledText(resource, values),
    objects: intersects(filled, OBJECTS) ? filled : undefined,
    buckets: namesBucket ? filledPattern(`${bucket}/`, values, 'anything') : undefined,
  }
}

/** A Deny that applies to at least some requests of the account. */
export interface Denial {
  of: ResolvedStatement
  /** Whether it certainly revokes everything that a pattern matches, whatever the request. */
  revokes: (target: Pattern) => boolean
  /** Whether it concerns part of what a resource names. */
  concerns: (resource: NamedResource) => boolean
}

/**
 * The time to compare patterns grows with the product of their lengths. Above this limit, which takes tens of milliseconds, every
 * Deny counts as conditional.
 */
const MAX_STEPS = 50_000_000

export function denialsAmong(all: readonly ResolvedStatement[], values: ContextValues): Denial[] {
  const length = (some: readonly ResolvedStatement[]) =>
    some.reduce(
      (sum, { resources, except }) => sum + resources.map(({ text }) => text).join().length + except.join().length,
      0,
    )
  const denies = all.filter(({ statement, applies }) => statement.effect === 'Deny' && applies !== 'never')
  const isDoubtful = length(denies) * length(all) > MAX_STEPS
  return denies.map((of) => ({
    of,
    revokes: isDoubtful || of.applies === 'sometimes' ? () => false : coverage([of.statement], values),
    concerns: isDoubtful ? () => true : overlap(of.statement, values),
  }))
}

function overlap(statement: Statement, values: ContextValues): Denial['concerns'] {
  const isSpared = sparing(statement, values)
  const denied = resourcesOf(statement).flatMap((one) => possibleForms(filledPattern(one, values, 'anything')))
  return ({ objects, buckets }) =>
    [objects, buckets].some(
      (allowed) => allowed && !isSpared(allowed) && denied.some((resource) => intersects(resource, allowed)),
    )
}

function sparing(statement: Statement, values: ContextValues): (target: Pattern) => boolean {
  if (ignoresResources(statement, {})) return () => false
  const spared = statement.notResources.flatMap((resource) => possibleForms(filledPattern(resource, values)))
  return (target) => spared.some((resource) => covers(resource, target))
}
