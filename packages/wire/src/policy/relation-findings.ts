/** What is to be said of the statements of a policy together. */
import { WireError } from '../errors.ts'
import { parsePolicy, type Statement } from './document.ts'
import { at, opening, type PolicyFinding } from './finding.ts'
import { fieldOf, type Place } from './json-places.ts'
import { covers, pattern } from './wildcard.ts'

export function relationFindings(statements: readonly Place[]): PolicyFinding[] {
  const read = statements.map((place) => ({ place, statement: statementOf(place) }))
  const known = read.flatMap(({ place, statement }) => (statement === undefined ? [] : [{ place, statement }]))
  return [...duplicateSids(statements), ...repeated(known), ...denied(known)]
}

interface Known {
  place: Place
  statement: Statement
}

function statementOf({ value }: Place): Statement | undefined {
  try {
    return parsePolicy({ Statement: [value] }).statements[0]
  } catch (error) {
    // What is wrong with it is said of the statement itself.
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

/** Servers keep one of several statements that say the same. */
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

/** Statements without effect: an Allow of which a Deny takes back everything. */
function denied(known: readonly Known[]): PolicyFinding[] {
  return known.flatMap(({ place, statement }) => {
    if (statement.effect !== 'Allow') return []
    const by = known.findIndex(({ statement: deny }) => deny.effect === 'Deny' && takesBack(deny, statement))
    return by < 0 ? [] : [at(opening(place), 'AlwaysDenied', 'warning', String(by + 1))]
  })
}

function takesBack(deny: Statement, { actions, resources, notActions, notResources, principals }: Statement): boolean {
  if (deny.conditions.length + deny.notActions.length + deny.notResources.length > 0) return false
  if (notActions.length > 0 || notResources.length > 0) return false
  const isCovered = (one: string, by: readonly string[]) => by.some((wider) => covers(pattern(wider), pattern(one)))
  return (
    actions.every((action) => isCovered(action, deny.actions)) &&
    (deny.resources.length === 0 ||
      (resources.length > 0 && resources.every((one) => isCovered(one, deny.resources)))) &&
    (principals ?? []).every((one) => isCovered(one, deny.principals ?? []))
  )
}
