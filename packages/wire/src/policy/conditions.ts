/**
 * The condition operators that MinIO knows, with its meaning where it differs from AWS: `ForAllValues` of a negated
 * operator is the negation of the whole; of numbers, times and `Bool` only the first value of a request counts. `IfExists`
 * is understood at every operator, as AWS does, although MinIO stores it at `NumericGreaterThan` only.
 */

import { isIP } from 'node:net'
import { readTime } from '../rfc3339.ts'
import { CONDITION_KEYS, keyName } from './condition-keys.ts'
import { isIn, readBoolean, readNetwork, readNumber } from './condition-values.ts'
import type { Condition } from './document.ts'
import { type ContextValues, contextKey, filledText, matchesFilled } from './variables.ts'

/** Undefined when the condition itself makes no sense. */
type Test = (condition: Condition, given: readonly string[], values: ContextValues) => boolean | undefined

const not =
  (test: Test): Test =>
  (...args) => {
    const result = test(...args)
    return result === undefined ? undefined : !result
  }

/** One value that fits is enough, unless all must fit. */
function quantified(condition: Condition, given: readonly string[], fits: (value: string) => boolean): boolean {
  return condition.qualifier === 'ForAllValues' ? given.every(fits) : given.some(fits)
}

const stringEquals: Test = (condition, given, values) => {
  const wanted = new Set(condition.values.map((value) => filledText(value, values)))
  return quantified(condition, given, (value) => wanted.has(value))
}

const stringEqualsIgnoreCase: Test = (condition, given, values) => {
  const wanted = new Set(condition.values.map((value) => filledText(value, values).toLowerCase()))
  return quantified(condition, given, (value) => wanted.has(value.toLowerCase()))
}

const stringLike: Test = (condition, given, values) =>
  quantified(condition, given, (value) => condition.values.some((wanted) => matchesFilled(wanted, value, values)))

const binaryEquals: Test = (condition, given, values) => {
  const wanted = new Set(
    condition.values.map((value) => filledText(Buffer.from(value, 'base64').toString('utf8'), values)),
  )
  return quantified(condition, given, (value) => wanted.has(value))
}

const ipAddress: Test = (condition, given) => {
  const networks = readAll(condition.values, readNetwork)
  if (networks === undefined) return undefined
  if (given.some((address) => isIP(address) === 0 || address.includes('%'))) return false
  return given.some((address) => networks.some((network) => isIn(network, address)))
}

function readAll<Value>(texts: readonly string[], read: (text: string) => Value | undefined): Value[] | undefined {
  const values = texts.map(read).filter((value) => value !== undefined)
  return values.length === texts.length ? values : undefined
}

/** An ordered comparison of the first value with any of the wanted ones. A request's value that is none fits nothing. */
function compared(read: (text: string) => number | undefined, fits: (given: number, wanted: number) => boolean): Test {
  return (condition, given) => {
    const wanted = readAll(condition.values, read)
    if (wanted === undefined) return undefined
    const value = read(given[0] ?? '')
    return value !== undefined && wanted.some((one) => fits(value, one))
  }
}

const ORDERS: Record<string, (given: number, wanted: number) => boolean> = {
  Equals: (given, wanted) => given === wanted,
  NotEquals: (given, wanted) => given !== wanted,
  LessThan: (given, wanted) => given < wanted,
  LessThanEquals: (given, wanted) => given <= wanted,
  GreaterThan: (given, wanted) => given > wanted,
  GreaterThanEquals: (given, wanted) => given >= wanted,
}

const isNull: Test = (condition, given) =>
  readAll(condition.values, readBoolean)?.some((wanted) => wanted === (given.length === 0))

const TESTS = new Map<string, Test>([
  ['StringEquals', stringEquals],
  ['StringNotEquals', not(stringEquals)],
  ['StringEqualsIgnoreCase', stringEqualsIgnoreCase],
  ['StringNotEqualsIgnoreCase', not(stringEqualsIgnoreCase)],
  ['StringLike', stringLike],
  ['StringNotLike', not(stringLike)],
  ['BinaryEquals', binaryEquals],
  ['IpAddress', ipAddress],
  ['NotIpAddress', not(ipAddress)],
  ['Bool', (condition, given) => condition.values.some((value) => value === given[0])],
  ['Null', isNull],
  ...Object.entries(ORDERS).flatMap(([order, fits]): [string, Test][] => [
    [`Numeric${order}`, compared(readNumber, fits)],
    [`Date${order}`, compared(readTime, fits)],
  ]),
])

/** Every operator that a policy may use. */
export const CONDITION_OPERATORS: readonly string[] = [...TESTS.keys(), 'NumericGreaterThanIfExists']

/** What may stand before an operator and a colon. The operators on strings heed it. */
export const CONDITION_QUALIFIERS = ['ForAllValues', 'ForAnyValue'] as const

const KNOWN_KEYS = new Set(CONDITION_KEYS.map(contextKey))

/** Whether a condition holds; undefined for one that nobody understands: its operator, its key or its values. */
export function holds(condition: Condition, values: ContextValues): boolean | undefined {
  const test = TESTS.get(condition.operator)
  if (test === undefined || !KNOWN_KEYS.has(contextKey(keyName(condition.key)))) return undefined
  const key = contextKey(condition.key)
  const given = values.get(key) ?? []
  if (given.length === 0 && condition.ifExists) return true
  if (key !== 'x-amz-copy-source') return test(condition, given, values)
  return test({ ...condition, values: condition.values.map(unslashed) }, given.map(unslashed), values)
}

/** The source of a copy may be written with a slash in front, in policies as in the header. */
function unslashed(source: string): string {
  return source.replace(/^\//, '')
}
