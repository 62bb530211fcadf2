/** Whether a condition makes sense, in MinIO's words when it does not. Condition by condition, before any request. */

import { base64Fault, bucketNameFault, numberFault, timeFault } from './condition-faults.ts'
import { isConditionKey, keyName } from './condition-keys.ts'
import { readBoolean, readNetwork, readNumber, readTime } from './condition-values.ts'
import { CONDITION_OPERATORS, CONDITION_QUALIFIERS } from './conditions.ts'
import { PolicyFault } from './policy-fault.ts'
import type { ConditionValue, DraftCondition } from './read-document.ts'

/** @throws PolicyFault */
export function checkCondition({ operator, key, values }: DraftCondition): void {
  const name = checkOperator(operator)
  if (!isConditionKey(key)) throw new PolicyFault(`invalid condition key '${key}'`)
  const [, check] = CHECKS.find(([names]) => names.test(name)) ?? []
  check?.(name, keyName(key), values)
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

type Check = (operator: string, key: string, values: readonly ConditionValue[]) => void

const checkStrings: Check = (operator, key, values) => {
  for (const value of values) {
    if (typeof value !== 'string') throw new PolicyFault(`value must be a string for ${operator} condition`)
  }
  for (const value of values) checkString(operator, key, String(value))
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
}

const checkAddresses: Check = (operator, key, values) => {
  for (const value of values) {
    if (typeof value !== 'string') {
      throw new PolicyFault(`value ${value} must be string representation of CIDR for ${operator} condition`)
    }
    if (readNetwork(value) === undefined) {
      const network = value.includes('/') ? value : `${value}/32`
      throw new PolicyFault(`value ${network} must be CIDR string for ${operator} condition`)
    }
  }
  if (key !== 'aws:SourceIp') throw new PolicyFault(`only aws:SourceIp key is allowed for ${operator} condition`)
}

/** Truth, as such or as text; the messages call `Bool` by another name. */
function checkTruth(name: string, values: readonly ConditionValue[]): void {
  if (values.length !== 1) throw new PolicyFault(`only one value is allowed for ${name} condition`)
  const [value] = values
  if (typeof value === 'number') throw new PolicyFault(`value must be a boolean for ${name} condition`)
  if (typeof value === 'string' && readBoolean(value) === undefined) {
    throw new PolicyFault(`value must be a boolean string for ${name} condition`)
  }
}

const checkBool: Check = (_operator, key, values) => {
  if (key !== 'aws:SecureTransport') throw new PolicyFault('only aws:SecureTransport key is allowed for Bool condition')
  checkTruth('boolean', values)
}

const checkNumber: Check = (operator, _key, values) => {
  const value = single(operator, values)
  if (typeof value === 'number') return
  const must = `value ${value} must be a int for ${operator} condition`
  if (typeof value !== 'string') throw new PolicyFault(must)
  const fault = numberFault(value)
  if (readNumber(value) === undefined || fault !== undefined) throw new PolicyFault(`${must}: ${fault}`)
}

const checkTime: Check = (operator, _key, values) => {
  const value = single(operator, values)
  if (typeof value !== 'string') throw new PolicyFault(`value ${value} must be a time.Time for ${operator} condition`)
  if (readTime(value) === undefined) {
    throw new PolicyFault(`value ${value} must be a time.Time string for ${operator} condition: ${timeFault(value)}`)
  }
}

function single(operator: string, values: readonly ConditionValue[]): ConditionValue | undefined {
  if (values.length !== 1) throw new PolicyFault(`only one value is allowed for ${operator} condition`)
  return values[0]
}

const CHECKS: readonly (readonly [RegExp, Check])[] = [
  [/^String/, checkStrings],
  [/^Binary/, checkBinary],
  [/IpAddress$/, checkAddresses],
  [/^Bool$/, checkBool],
  [/^Null$/, (operator, _key, values) => checkTruth(operator, values)],
  [/^Numeric/, checkNumber],
  [/^Date/, checkTime],
]
