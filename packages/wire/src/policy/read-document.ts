/**
 * Parses a policy before it is checked: case-insensitive field names, single values for lists, without unknown fields, as MinIO
 * does. If MinIO's message would name types of its program, ours is used instead.
 */
import { sortedEntries } from '../order.ts'
import { PolicyFault } from './document.ts'
import type { PolicyKind } from './evaluate.ts'
import { parseFirstJson } from './json-text.ts'
import { parseResource, type Resource } from './resource.ts'

/** A document as written; absent lists are empty. */
export interface Draft {
  id: string
  version: string
  statements: DraftStatement[]
}

export interface DraftStatement {
  sid: string
  effect: string
  principals: string[]
  actions: string[]
  notActions: string[]
  resources: Resource[]
  notResources: Resource[]
  conditions: DraftCondition[]
}

export type ConditionValue = string | number | boolean

export interface DraftCondition {
  /** With qualifier. */
  operator: string
  key: string
  values: ConditionValue[]
}

/**
 * Only bucket policies have principals; elsewhere they are an unknown field.
 * @throws PolicyFault
 */
export function readDocument(text: string, kind: PolicyKind): Draft {
  const draft: Draft = { id: '', version: '', statements: [] }
  for (const [name, value] of fields(firstValue(text), 'The policy')) {
    if (name === 'id') draft.id = textOf(value, 'ID')
    else if (name === 'version') draft.version = textOf(value, 'Version')
    else if (name === 'statement') draft.statements = listOf(value, 'Statement').map((one) => readStatement(one, kind))
  }
  return draft
}

function firstValue(text: string): unknown {
  try {
    return parseFirstJson(text)
  } catch (cause) {
    throw new PolicyFault(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Of an object, with names in lower case; null has none. */
function fields(value: unknown, what: string): [string, unknown][] {
  return entries(value, what).map(([name, one]) => [name.toLowerCase(), one])
}

function entries(value: unknown, what: string): [string, unknown][] {
  if (value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) throw new PolicyFault(`${what} must be an object`)
  return Object.entries(value)
}

function textOf(value: unknown, what: string): string {
  if (value === null) return ''
  if (typeof value !== 'string') throw new PolicyFault(`${what} must be a text`)
  return value
}

function listOf(value: unknown, what: string): unknown[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new PolicyFault(`${what} must be a list`)
  return value
}

function readStatement(source: unknown, kind: PolicyKind): DraftStatement {
  const statement: DraftStatement = {
    sid: '',
    effect: '',
    principals: [],
    actions: [],
    notActions: [],
    resources: [],
    notResources: [],
    conditions: [],
  }
  for (const [name, value] of fields(source, 'A statement')) {
    if (name !== 'principal' || kind === 'bucket') Object.assign(statement, READERS.get(name)?.(value))
  }
  return statement
}

type Reader = (value: unknown) => Partial<DraftStatement>

const READERS = new Map<string, Reader>([
  ['sid', (value) => ({ sid: textOf(value, 'Sid') })],
  ['effect', (value) => ({ effect: textOf(value, 'Effect') })],
  ['principal', (value) => ({ principals: readPrincipals(value) })],
  ['action', (value) => ({ actions: readActions(value) })],
  ['notaction', (value) => ({ notActions: readActions(value) })],
  ['resource', (value) => ({ resources: readTexts(value).map(parseResource) })],
  ['notresource', (value) => ({ notResources: readTexts(value).map(parseResource) })],
  ['condition', (value) => ({ conditions: readConditions(value) })],
])

/** A set of strings; other values are converted to strings. */
function readTexts(value: unknown): string[] {
  if (value === null) return []
  return [...new Set((Array.isArray(value) ? value : [value]).map(writeValue))]
}

function writeValue(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  if (typeof value === 'object') {
    const pairs = sortedEntries(value as Record<string, unknown>)
    return `map[${pairs.map(([name, one]) => `${name}:${writeValue(one)}`).join(' ')}]`
  }
  return String(value)
}

function readActions(value: unknown): string[] {
  const actions = readTexts(value)
  if (actions.length === 0) throw new PolicyFault('empty actions not allowed')
  return actions
}

export function readPrincipals(value: unknown): string[] {
  if (value === '*') return ['*']
  if (typeof value === 'string') throw new PolicyFault(`invalid principal '${value}'`)
  let principals: string[] = []
  for (const [name, one] of fields(value, 'Principal')) if (name === 'aws') principals = readTexts(one)
  return principals
}

export function readConditions(value: unknown): DraftCondition[] {
  const operators = entries(value, 'Condition')
  if (operators.length === 0) throw new PolicyFault('condition must not be empty')
  return operators.flatMap(([operator, keys]) =>
    entries(keys, `Condition ${operator}`).map(([key, one]) => ({ operator, key, values: readValues(one, key) })),
  )
}

function readValues(value: unknown, key: string): ConditionValue[] {
  const single = conditionValue(value)
  if (single !== undefined) return [single]
  if (!Array.isArray(value))
    throw new PolicyFault(`the value of ${key} must be a text, a whole number or true or false`)
  if (value.length === 0) throw new PolicyFault('invalid value')
  const values: ConditionValue[] = []
  for (const one of value) {
    const read = conditionValue(one)
    if (read === undefined)
      throw new PolicyFault(`unknown json data '[${[...Buffer.from(JSON.stringify(one))].join(' ')}]'`)
    if (values.includes(read)) throw new PolicyFault(`duplicate value found '${read}'`)
    values.push(read)
  }
  return values
}

/** Null counts as false. */
function conditionValue(value: unknown): ConditionValue | undefined {
  if (value === null) return false
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? value : undefined
}
