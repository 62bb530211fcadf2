/** Findings about the statements of a policy in relation to each other. */
import { WireError } from '../errors.ts'
import { parsePolicy, type Statement } from './document.ts'
import { at, opening, type PolicyFinding } from './finding.ts'
import { fieldOf, type Place } from './json-places.ts'
import { covers, type Pattern, pattern } from './wildcard.ts'

export function relationFindings(statements: readonly Place[]): PolicyFinding[] {
  const read = statements.map((place) => ({ place, statement: statementOf(place) }))
  const known = read.flatMap(({ place, statement }) => (statement === undefined ? [] : [{ place, statement }]))
  return [...duplicateSids(statements), ...repeated(known), ...findDenied(known)]
}

interface Known {
  place: Place
  statement: Statement
}

function statementOf({ value }: Place): Statement | undefined {
  try {
    return parsePolicy({ Statement: [value] }).statements[0]
  } catch (error) {
    // The statement itself has a finding that says what is wrong with it.
    if (error instanceof WireError) return undefined
    throw error
  }
}

function duplicateSids(statements: readonly Place[]): PolicyFinding[] {
  const seen = new Set<unknown>()
  return statements.flatMap((statement) => {
    const sid = fieldOf(statement, 'Sid')
    if (sid === undefined || sid.value === '') return []
    if (seen.has(sid.value)) return [at(sid, 'DuplicateSid', 'warning', String(sid.value))]
    seen.add(sid.value)
    return []
  })
}

/** Servers keep one of several identical statements. */
function repeated(known: readonly Known[]): PolicyFinding[] {
  const seen = new Map<string, number>()
  return known.flatMap(({ place, statement: { sid: _, ...content } }, index) => {
    const identity = JSON.stringify(content)
    const earlier = seen.get(identity)
    if (earlier !== undefined) return [at(opening(place), 'SameAsEarlier', 'info', String(earlier + 1))]
    seen.set(identity, index)
    return []
  })
}

/** Statements without effect: an Allow that a Deny revokes completely. */
function findDenied(known: readonly Known[]): PolicyFinding[] {
  const read = known.map(({ statement }) => patternsOf(statement))
  const isCovered = coverage()
  return known.flatMap(({ place, statement }, index) => {
    const allow = read[index]
    if (statement.effect !== 'Allow' || allow === undefined) return []
    const by = read.findIndex((deny) => deny?.effect === 'Deny' && revokes(deny, allow, isCovered))
    return by < 0 ? [] : [at(opening(place), 'AlwaysDenied', 'warning', String(by + 1))]
  })
}

interface Patterns {
  effect: Statement['effect']
  hasConditions: boolean
  actions: Pattern[]
  resources: Pattern[]
  principals: Pattern[]
}

/** Undefined for a statement about everything but what it names. */
function patternsOf({ effect, conditions, notActions, notResources, ...named }: Statement): Patterns | undefined {
  if (notActions.length > 0 || notResources.length > 0) return undefined
  const { actions, resources, principals = [] } = named
  return {
    effect,
    hasConditions: conditions.length > 0,
    actions: actions.map(pattern),
    resources: resources.map(pattern),
    principals: principals.map(pattern),
  }
}

type Coverage = (one: Pattern, by: readonly Pattern[]) => boolean

/** Maximum number of token pairs that are compared in one policy: some tens of milliseconds. */
const MAX_COMPARED = 10_000_000

/** Whether some pattern covers another. Above the limit, the rest counts as not covered. */
function coverage(): Coverage {
  let compared = 0
  return (one, by) =>
    by.some((wider) => {
      compared += (one.length + 1) * (wider.length + 1)
      return compared <= MAX_COMPARED && covers(wider, one)
    })
}

function revokes(deny: Patterns, { actions, resources, principals }: Patterns, isCovered: Coverage): boolean {
  if (deny.hasConditions) return false
  return (
    actions.every((action) => isCovered(action, deny.actions)) &&
    (deny.resources.length === 0 ||
      (resources.length > 0 && resources.every((one) => isCovered(one, deny.resources)))) &&
    principals.every((one) => isCovered(one, deny.principals))
  )
}
