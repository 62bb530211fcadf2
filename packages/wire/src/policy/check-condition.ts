/**
 * Validates a condition, with MinIO's messages, and normalizes it as MinIO does: networks without host bits, native numbers and
 * booleans, times without fractions.
 */

import { readTime } from '../rfc3339.ts'
import { base64Fault, bucketNameFault, numberFault, timeFault } from './condition-faults.ts'
import { isConditionKey, keyName } from './condition-keys.ts'
import { networkText, readBoolean, readNetwork } from './condition-values.ts'
import { CONDITION_OPERATORS, CONDITION_QUALIFIERS } from './conditions.ts'
import { PolicyFault } from './document.ts'
import type { ConditionValue, DraftCondition } from './read-document.ts'

/** @throws PolicyFault */
export function checkedCondition({ operator, key, values }: DraftCondition): DraftCondition {
  const name = checkOperator(operator)
  if (!isConditionKey(key)) throw new PolicyFault(`invalid condition key '${key}'`)
  const [, check] = CHECKS.find(([names]) => names.test(name)) ?? [STRINGS, checkStrings]
  // Only string operators support a qualifier.
  return { operator: STRINGS.test(name) ? operator : name, key, values: check(name, keyName(key), values) }
}

/** The operator without qualifier. */
function checkOperator(operator: string): string {
  const [first = '', second, ...more] = operator.split(':')
  const name = second ?? first
  const isQualified = second === undefined || CONDITION_QUALIFIERS.some((one) => one === first)
  if (more.length > 0 || !isQualified || !CONDITION_OPERATORS.includes(name)) {
    throw new PolicyFault(`invalid condition name '${operator}'`)
  }
  return name
}

type Check = (operator: string, key: string, values: readonly ConditionValue[]) => ConditionValue[]

const checkStrings: Check = (operator, key, values) => {
  for (const value of values) {
    if (typeof value !== 'string') throw new PolicyFault(`value must be a string for ${operator} condition`)
  }
  for (const value of values) checkString(operator, key, String(value))
  return [...values]
}

const ONE_OF: Record<string, readonly string[]> = {
  's3:x-amz-server-side-encryption-customer-algorithm': ['AES256'],
  's3:x-amz-server-side-encryption': ['AES256', 'aws:kms'],
  's3:x-amz-metadata-directive': ['COPY', 'REPLACE'],
}

function checkString(operator: string, key: string, value: string): void {
  const invalid = () => new PolicyFault(`invalid value '${value}' for '${key}' for ${operator} condition`)
  if (key === 's3:x-amz-copy-source') {
    const [bucket = '', ...object] = value.replace(/^\//, '').split('/')
    if (object.join('/') === '') throw invalid()
    const fault = bucketNameFault(bucket)
    if (fault !== undefined) throw new PolicyFault(fault)
  }
  if (operator === 'StringLike' || operator === 'StringNotLike') return
  if (ONE_OF[key]?.includes(value) === false) throw invalid()
  if (key === 's3:x-amz-content-sha256' && value === '') {
    throw new PolicyFault(`invalid empty value for '${key}' for ${operator} condition`)
  }
}

const checkBinary: Check = (operator, key, values) => {
  for (const value of values) {
    if (typeof value !== 'string') throw new PolicyFault(`value must be a string for ${operator} condition`)
    const fault = base64Fault(value)
    if (fault !== undefined) throw new PolicyFault(fault)
  }
  checkStrings(
    operator,
    key,
    values.map((value) => Buffer.from(String(value), 'base64').toString('utf8')),
  )
  return [...values]
}

const checkAddresses: Check = (operator, key, values) => {
  const networks = values.map((value) => {
    if (typeof value !== 'string') {
      throw new PolicyFault(`value ${value} must be string representation of CIDR for ${operator} condition`)
    }
    const network = readNetwork(value)
    if (network !== undefined) return networkText(network)
    const text = value.includes('/') ? value : `${value}/32`
    throw new PolicyFault(`value ${text} must be CIDR string for ${operator} condition`)
  })
  if (key !== 'aws:SourceIp') throw new PolicyFault(`only aws:SourceIp key is allowed for ${operator} condition`)
  return networks
}

/** A boolean, or one as text. The messages use another name for `Bool`. */
function checkBoolean(name: string, values: readonly ConditionValue[]): boolean {
  const value = single(name, values)
  if (typeof value === 'number') throw new PolicyFault(`value must be a boolean for ${name} condition`)
  const parsed = typeof value === 'string' ? readBoolean(value) : value
  if (parsed === undefined) throw new PolicyFault(`value must be a boolean string for ${name} condition`)
  return parsed
}

const checkBool: Check = (_operator, key, values) => {
  if (key !== 'aws:SecureTransport') throw new PolicyFault('only aws:SecureTransport key is allowed for Bool condition')
  checkBoolean('boolean', values)
  return values.map(String)
}

const checkNumber: Check = (operator, _key, values) => {
  const value = single(operator, values)
  if (typeof value === 'number') return [value]
  const must = `value ${value} must be a int for ${operator} condition`
  if (typeof value !== 'string') throw new PolicyFault(must)
  const fault = numberFault(value)
  if (fault !== undefined) throw new PolicyFault(`${must}: ${fault}`)
  return [Number(value)]
}

const checkTime: Check = (operator, _key, values) => {
  const value = single(operator, values)
  if (typeof value !== 'string') throw new PolicyFault(`value ${value} must be a time.Time for ${operator} condition`)
  if (readTime(value) === undefined) {
    throw new PolicyFault(`value ${value} must be a time.Time string for ${operator} condition: ${timeFault(value)}`)
  }
  return [value.replace(/[.,]\d+/, '').replace(/[+-]00:00$/, 'Z')]
}

function single(name: string, values: readonly ConditionValue[]): ConditionValue {
  const [value] = values
  if (value === undefined || values.length > 1) throw new PolicyFault(`only one value is allowed for ${name} condition`)
  return value
}

const STRINGS = /^(?:String|Binary)/

const CHECKS: readonly (readonly [RegExp, Check])[] = [
  [/^BinaryEquals$/, checkBinary],
  [STRINGS, checkStrings],
  [/IpAddress$/, checkAddresses],
  [/^Bool$/, checkBool],
  [/^Null$/, (operator, _key, values) => [checkBoolean(operator, values)]],
  [/^Numeric/, checkNumber],
  [/^Date/, checkTime],
]
