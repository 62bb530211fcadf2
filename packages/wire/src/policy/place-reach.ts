/** Which part of a place, a bucket or a folder in it, a statement covers for a caller, before there is a request. */
import { OBJECT_ACTIONS } from './actions.ts'
import { holds } from './conditions.ts'
import { certainty, possibleForms } from './could-allow.ts'
import type { Condition, Statement } from './document.ts'
import { ignoresResources, type PolicyKind } from './evaluate.ts'
import { type ContextValues, contextKey, filledPattern, filledText } from './variables.ts'
import { covers, intersects, isLiteral, literal, type Pattern, pattern } from './wildcard.ts'

export interface Place {
  bucket: string
  /** Ends with a slash; '' for the whole bucket. */
  prefix: string
}

/** Whether the conditions of a statement hold: for every request, for some, or for none. */
export type Applies = 'always' | 'sometimes' | 'never'

/** How a statement covers the place for a caller. */
export interface Coverage {
  applies: Applies
  /** The same for requests that list the place, which have its prefix. */
  appliesToLists: Applies
  bucket: Reach | undefined
  objects: Reach | undefined
}

/** The resources by which a statement covers the bucket, or the objects of the place. */
export interface Reach {
  /** Whether it certainly covers all of them. */
  isWhole: boolean
  parts: Pattern[]
  /** Whether the statement, as a Deny, certainly covers all of what an Allow covers. */
  revokes: (part: Pattern) => boolean
  /** Whether it covers some of it. */
  concerns: (part: Pattern) => boolean
}

/** What statements can cover, for many of them. */
export interface PlaceTargets {
  prefix: string
  bucket: Record<PolicyKind, Pattern>
  objects: Pattern
}

export function targetsOf({ bucket, prefix }: Place): PlaceTargets {
  return {
    prefix,
    // In policies of accounts the bucket itself is `bucket/`.
    bucket: { identity: literal(`${bucket}/`), bucket: literal(bucket) },
    objects: [...literal(`${bucket}/${prefix}`), ...pattern(prefix === '' ? '?*' : '*')],
  }
}

export function coverageOf(
  statement: Statement,
  { prefix, bucket, objects }: PlaceTargets,
  values: ContextValues,
  kind: PolicyKind,
): Coverage {
  return {
    applies: ({ certain: 'always', open: 'sometimes', never: 'never' } as const)[certainty(statement, values)],
    appliesToLists: appliesToLists(statement, prefix, values),
    bucket: reachOf(statement, bucket[kind], values, kind),
    objects: reachOf(statement, objects, values, kind),
  }
}

/** The coverage of what an action is about: the bucket or its objects. */
export function coverageFor(coverage: Coverage, action: string): { applies: Applies; reach: Reach | undefined } {
  if (OBJECT_ACTIONS.has(action)) return { applies: coverage.applies, reach: coverage.objects }
  return { applies: action.startsWith('s3:List') ? coverage.appliesToLists : coverage.applies, reach: coverage.bucket }
}

function reachOf(statement: Statement, target: Pattern, values: ContextValues, kind: PolicyKind): Reach | undefined {
  const isEverywhere = kind === 'identity' && ignoresResources(statement, {})
  // A resource of an account's policy also names the same with a trailing slash, certainly only without wildcards.
  const possible = (resources: readonly string[]) =>
    resources.flatMap((one) => {
      const filled = filledPattern(one, values, 'anything')
      return kind === 'bucket' ? [filled] : possibleForms(filled)
    })
  const certain = (resources: readonly string[]) =>
    resources.flatMap((one) => {
      const filled = filledPattern(one, values)
      return kind === 'identity' && isLiteral(filled) ? possibleForms(filled) : [filled]
    })

  const isUnlimited = isEverywhere || statement.resources.length === 0
  const excepted = isEverywhere ? [] : statement.notResources
  const spared = possible(excepted)
  const certainlySpared = certain(excepted)
  const isSpared = (part: Pattern) => certainlySpared.some((one) => covers(one, part))
  if (isSpared(target)) return undefined
  const named = isUnlimited ? [target] : possible(statement.resources).filter((one) => intersects(one, target))
  const parts = named.filter((part) => !isSpared(part))
  if (parts.length === 0) return undefined
  const covered = isUnlimited ? [] : certain(statement.resources)
  const isCovered = (part: Pattern) => isUnlimited || covered.some((one) => covers(one, part))
  const isTouchedByException = (part: Pattern) => spared.some((one) => intersects(one, part))
  return {
    isWhole: isCovered(target) && !isTouchedByException(target),
    parts,
    revokes: (part) => isCovered(part) && !isTouchedByException(part),
    concerns: (part) => !isSpared(part) && parts.some((one) => intersects(one, part)),
  }
}

const PREFIX = contextKey('s3:prefix')

/**
 * Requests that list the place have its prefix, so an Allow for that prefix always applies. One for a folder above or below may
 * list names of the place too. A Deny for that prefix leaves listing by another one.
 */
function appliesToLists({ effect, conditions }: Statement, prefix: string, values: ContextValues): Applies {
  const listing = new Map([...values, [PREFIX, [prefix]]])
  let applies: Applies = 'always'
  for (const condition of conditions) {
    const key = contextKey(condition.key)
    const result = listing.has(key) ? holds(condition, listing) : undefined
    if (key !== PREFIX) {
      if (result === false) return 'never'
      if (result === undefined) applies = 'sometimes'
    } else if (effect === 'Deny') {
      if (result === false) return 'never'
      applies = 'sometimes'
    } else if (result !== true) {
      if (!mayListPart(condition, prefix, values)) return 'never'
      applies = 'sometimes'
    }
  }
  return applies
}

/** Whether a condition on the prefix of a listing can hold for a folder that is in the place, or that the place is in. */
function mayListPart({ operator, values: expected }: Condition, prefix: string, values: ContextValues): boolean {
  if (operator !== 'StringEquals' && operator !== 'StringLike') return true
  return expected.some((value) => {
    const [start = ''] = filledText(value, values).split(/[*?]|\$\{/, 1)
    return start.startsWith(prefix) || prefix.startsWith(start)
  })
}
