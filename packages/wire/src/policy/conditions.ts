/**
 * The condition operators that MinIO knows, with its meaning where it differs from AWS: `ForAllValues` of a negated
 * operator is the negation of the whole, numbers are whole and only the first value of a request counts, as for dates.
 */
import { BlockList, isIP } from 'node:net'
import type { Condition } from './document.ts'
import { type ContextValues, contextKey, filledPattern, filledText } from './variables.ts'
import { matches } from './wildcard.ts'

type Test = (condition: Condition, given: readonly string[], values: ContextValues) => boolean

const not =
  (test: Test): Test =>
  (...args) =>
    !test(...args)

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

const stringLike: Test = (condition, given, values) => {
  const wanted = condition.values.map((value) => filledPattern(value, values))
  return quantified(condition, given, (value) => wanted.some((tokens) => matches(tokens, value)))
}

const binaryEquals: Test = (condition, given) => {
  const wanted = new Set(condition.values.map((value) => Buffer.from(value, 'base64').toString('utf8')))
  return quantified(condition, given, (value) => wanted.has(value))
}

const ipAddress: Test = (condition, given) => {
  if (given.some((address) => isIP(address) === 0)) return false
  const networks = new BlockList()
  for (const value of condition.values) addNetwork(networks, value)
  return given.some((address) => networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
}

function addNetwork(networks: BlockList, text: string): void {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  if (version === 0) return
  const most = version === 6 ? 128 : 32
  const length = bits === undefined ? most : Number(bits)
  if (Number.isInteger(length) && length >= 0 && length <= most) {
    networks.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** An ordered comparison of the first value with any of the wanted ones. What cannot be read compares with nothing. */
function compared(read: (text: string) => number, fits: (given: number, wanted: number) => boolean): Test {
  return (condition, given) => {
    const value = read(given[0] ?? '')
    if (Number.isNaN(value)) return false
    return condition.values.map(read).some((wanted) => !Number.isNaN(wanted) && fits(value, wanted))
  }
}

function readNumber(text: string): number {
  return /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
}

const ORDERS: Record<string, (given: number, wanted: number) => boolean> = {
  Equals: (given, wanted) => given === wanted,
  NotEquals: (given, wanted) => given !== wanted,
  LessThan: (given, wanted) => given < wanted,
  LessThanEquals: (given, wanted) => given <= wanted,
  GreaterThan: (given, wanted) => given > wanted,
  GreaterThanEquals: (given, wanted) => given >= wanted,
}

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
  ['Bool', (condition, given) => condition.values.some((value) => value.toLowerCase() === given[0]?.toLowerCase())],
  [
    'Null',
    (condition, given) => condition.values.some((value) => (value.toLowerCase() === 'true') === (given.length === 0)),
  ],
  ...Object.entries(ORDERS).flatMap(([order, fits]): [string, Test][] => [
    [`Numeric${order}`, compared(readNumber, fits)],
    [`Date${order}`, compared(Date.parse, fits)],
  ]),
])

/** Whether a condition holds; undefined for an operator that nobody knows. */
export function holds(condition: Condition, values: ContextValues): boolean | undefined {
  const test = TESTS.get(condition.operator)
  if (test === undefined) return undefined
  const given = values.get(contextKey(condition.key)) ?? []
  if (given.length === 0 && condition.ifExists) return true
  return test(condition, given, values)
}
