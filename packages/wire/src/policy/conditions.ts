/**
 * The condition operators of MinIO, with MinIO's semantics where they differ from those of AWS: `ForAllValues` of a negated
 * operator negates the whole condition; for numbers, times and `Bool` only the first value of a request counts. `IfExists`
 * works with every operator, as in AWS, although MinIO stores it with `NumericGreaterThan` only.
 */

import { isIP } from 'node:net'
import { readTime } from '../rfc3339.ts'
import { CONDITION_KEYS, keyName } from './condition-keys.ts'
import { isIn, readBoolean, readNetwork, readNumber } from './condition-values.ts'
import type { Condition } from './document.ts'
import { type ContextValues, contextKey, filledText, matchesFilled } from './variables.ts'

/** Undefined if the condition itself is invalid. */
type Test = (condition: Condition, actual: readonly string[], values: ContextValues) => boolean | undefined

const not =
  (test: Test): Test =>
  (...args) => {
    const result = test(...args)
    return result === undefined ? undefined : !result
  }

/** One matching value is enough, unless all must match. */
function quantified(condition: Condition, actual: readonly string[], matches: (value: string) => boolean): boolean {
  return condition.qualifier === 'ForAllValues' ? actual.every(matches) : actual.some(matches)
}

const stringEquals: Test = (condition, actual, values) => {
  const expected = new Set(condition.values.map((value) => filledText(value, values)))
  return quantified(condition, actual, (value) => expected.has(value))
}

const stringEqualsIgnoreCase: Test = (condition, actual, values) => {
  const expected = new Set(condition.values.map((value) => filledText(value, values).toLowerCase()))
  return quantified(condition, actual, (value) => expected.has(value.toLowerCase()))
}

const stringLike: Test = (condition, actual, values) =>
  quantified(condition, actual, (value) => condition.values.some((expected) => matchesFilled(expected, value, values)))

const binaryEquals: Test = (condition, actual, values) => {
  const expected = new Set(
    condition.values.map((value) => filledText(Buffer.from(value, 'base64').toString('utf8'), values)),
  )
  return quantified(condition, actual, (value) => expected.has(value))
}

const ipAddress: Test = (condition, actual) => {
  const networks = readAll(condition.values, readNetwork)
  if (networks === undefined) return undefined
  if (actual.some((address) => isIP(address) === 0 || address.includes('%'))) return false
  return actual.some((address) => networks.some((network) => isIn(network, address)))
}

function readAll<Value>(texts: readonly string[], read: (text: string) => Value | undefined): Value[] | undefined {
  const values = texts.map(read).filter((value) => value !== undefined)
  return values.length === texts.length ? values : undefined
}

/** Compares the first value of a request with each expected one. A value that can't be parsed matches nothing. */
function compared(
  read: (text: string) => number | undefined,
  matches: (actual: number, expected: number) => boolean,
): Test {
  return (condition, actual) => {
    const expected = readAll(condition.values, read)
    if (expected === undefined) return undefined
    const value = read(actual[0] ?? '')
    return value !== undefined && expected.some((one) => matches(value, one))
  }
}

const ORDERS: Record<string, (actual: number, expected: number) => boolean> = {
  Equals: (actual, expected) => actual === expected,
  NotEquals: (actual, expected) => actual !== expected,
  LessThan: (actual, expected) => actual < expected,
  LessThanEquals: (actual, expected) => actual <= expected,
  GreaterThan: (actual, expected) => actual > expected,
  GreaterThanEquals: (actual, expected) => actual >= expected,
}

const isNull: Test = (condition, actual) =>
  readAll(condition.values, readBoolean)?.some((expected) => expected === (actual.length === 0))

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
  ['Bool', (condition, actual) => condition.values.some((value) => value === actual[0])],
  ['Null', isNull],
  ...Object.entries(ORDERS).flatMap(([order, matches]): [string, Test][] => [
    [`Numeric${order}`, compared(readNumber, matches)],
    [`Date${order}`, compared(readTime, matches)],
  ]),
])

/** Every operator that a policy may use. */
export const CONDITION_OPERATORS: readonly string[] = [...TESTS.keys(), 'NumericGreaterThanIfExists']

/** Prefixes of an operator, before a colon. Only string operators evaluate them. */
export const CONDITION_QUALIFIERS = ['ForAllValues', 'ForAnyValue'] as const

const KNOWN_KEYS = new Set(CONDITION_KEYS.map(contextKey))

/** Whether a condition holds; undefined if its operator, key or values aren't understood. */
export function holds(condition: Condition, values: ContextValues): boolean | undefined {
  const test = TESTS.get(condition.operator)
  if (test === undefined || !KNOWN_KEYS.has(contextKey(keyName(condition.key)))) return undefined
  const key = contextKey(condition.key)
  const actual = values.get(key) ?? []
  if (actual.length === 0 && condition.ifExists) return true
  if (key !== 'x-amz-copy-source') return test(condition, actual, values)
  return test({ ...condition, values: condition.values.map(unslashed) }, actual.map(unslashed), values)
}

/** The source of a copy may start with a slash, in policies as in the header. */
function unslashed(source: string): string {
  return source.replace(/^\//, '')
}
