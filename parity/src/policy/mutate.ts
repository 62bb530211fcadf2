/** All pairs that differ from a given one in a single element. */
import { NEW_KEYS, OBJECTS, operationOf } from './operations.ts'
import type { Grant, Pair, PolicyDocument, StatementDocument } from './pair.ts'
import { actionWords, CONDITION_WORDS, resourceWords } from './pools.ts'
import type { Random } from './random.ts'

const FEW = 8

export function mutations(pair: Pair, random: Random): Pair[] {
  const statements = placesOf(pair.grant).flatMap((place) =>
    changedStatements(place.statement, pair, random).map(([changed, statement]) => ({
      ...pair,
      changed,
      grant: place.withStatement(statement),
    })),
  )
  return [...statements, ...changedRequests(pair)]
}

interface Place {
  statement: StatementDocument
  withStatement: (statement: StatementDocument) => Grant
}

function placesOf(grant: Grant): Place[] {
  const inDocument = (document: PolicyDocument, put: (document: PolicyDocument) => Grant): Place[] =>
    document.Statement.map((statement, at) => ({
      statement,
      withStatement: (other) => put({ ...document, Statement: document.Statement.with(at, other) }),
    }))
  const { identity, group, limit, bucket } = grant
  return [
    ...identity.flatMap((document, at) =>
      inDocument(document, (other) => ({ ...grant, identity: identity.with(at, other) })),
    ),
    ...group.flatMap((document, at) => inDocument(document, (other) => ({ ...grant, group: group.with(at, other) }))),
    ...(limit === undefined ? [] : inDocument(limit, (other) => ({ ...grant, limit: other }))),
    ...(bucket === undefined ? [] : inDocument(bucket, (other) => ({ ...grant, bucket: other }))),
  ]
}

type Change = [changed: string, statement: StatementDocument]

function changedStatements(statement: StatementDocument, pair: Pair, random: Random): Change[] {
  const changes: Change[] = [['effect', { ...statement, Effect: statement.Effect === 'Allow' ? 'Deny' : 'Allow' }]]
  const [asked] = operationOf(pair.request.operation).asks(pair.request).flat()
  if (asked === undefined) return changes
  const actions = random.shuffled(actionWords(asked.action)).slice(0, FEW)
  const resources = random.shuffled(resourceWords(asked.bucket, asked.key)).slice(0, FEW)
  for (const name of ['Action', 'NotAction'] as const) {
    for (const list of replaced(statement[name], actions)) changes.push(['action', { ...statement, [name]: list }])
  }
  for (const name of ['Resource', 'NotResource'] as const) {
    for (const list of replaced(statement[name], resources)) changes.push(['resource', { ...statement, [name]: list }])
  }
  if (statement.Principal !== undefined) {
    for (const principal of ['*', { AWS: ['somebody'] }]) {
      changes.push(['principal', { ...statement, Principal: principal }])
    }
  }
  return [...changes, ...changedConditions(statement)]
}

/** Lists with one word replaced. */
function replaced(list: readonly string[] | undefined, words: readonly string[]): string[][] {
  return (list ?? []).flatMap((_, at) =>
    words.filter((word) => !list?.includes(word)).map((word) => list?.with(at, word) ?? []),
  )
}

function changedConditions(statement: StatementDocument): Change[] {
  const changes: Change[] = []
  for (const [operator, keys] of Object.entries(statement.Condition ?? {})) {
    for (const [key, values] of Object.entries(keys)) {
      const { [key]: _, ...otherKeys } = keys
      const { [operator]: __, ...others } = statement.Condition ?? {}
      const rest = Object.keys(otherKeys).length === 0 ? others : { ...others, [operator]: otherKeys }
      for (const [operators, lists] of CONDITION_WORDS[key] ?? []) {
        if (!operators.includes(operator)) continue
        for (const list of lists) {
          if (list === values) continue
          changes.push([
            'condition value',
            { ...statement, Condition: { ...rest, [operator]: { ...rest[operator], [key]: list } } },
          ])
        }
        for (const other of operators) {
          if (other === operator || rest[other]?.[key] !== undefined) continue
          changes.push([
            'condition operator',
            { ...statement, Condition: { ...rest, [other]: { ...rest[other], [key]: values } } },
          ])
        }
      }
    }
  }
  return changes
}

function changedRequests(pair: Pair): Pair[] {
  const { request } = pair
  const { about } = operationOf(request.operation)
  const keys = about === 'object' ? Object.keys(OBJECTS) : about === 'new-object' ? NEW_KEYS : []
  const requests = keys.filter((key) => key !== request.key).map((key) => ({ ...request, key }))
  if (request.query.prefix !== undefined) {
    for (const prefix of ['docs/', 'x/', '']) requests.push({ ...request, query: { ...request.query, prefix } })
  }
  if (request.headers['user-agent'] !== undefined) {
    requests.push({ ...request, headers: { ...request.headers, 'user-agent': 'other/1' } })
  }
  return requests.map((other) => ({ ...pair, changed: 'request', request: other }))
}
