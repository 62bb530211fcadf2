/**
 * The policy document of a browser's form upload: what its signer allows in the form. Source: Amazon S3 API reference,
 * "Creating an HTML form (using AWS signature version 4)", with MinIO's errors.
 */
import { WireError } from '../errors.ts'
import { readTime } from '../rfc3339.ts'

/** One condition on a form field; `field` in lower case, without its leading `$`. */
export interface PostCondition {
  operator: 'eq' | 'starts-with'
  field: string
  value: string
}

export interface PostPolicy {
  /** Milliseconds since the epoch. */
  expiresAt: number
  conditions: PostCondition[]
  /** Bytes of the file, both limits included. */
  lengthRange?: { min: number; max: number }
}

/** @throws WireError PostPolicyInvalidKeyName, MinIO's code for an unreadable policy */
export function parsePostPolicy(text: string): PostPolicy {
  const document = parseJson(text)
  if (!isObject(document)) throw invalidPolicy('not an object')
  const { expiration, conditions = [], ...others } = document
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalidPolicy(`unknown field "${unknown}"`)
  const expiresAt = typeof expiration === 'string' ? readTime(expiration) : undefined
  if (expiresAt === undefined) throw invalidPolicy('expiration is not a date')
  if (!Array.isArray(conditions)) throw invalidPolicy('conditions is not a list')

  const policy: PostPolicy = { expiresAt, conditions: [] }
  for (const condition of conditions) addCondition(policy, condition)
  return policy
}

function addCondition(policy: PostPolicy, condition: unknown): void {
  if (isObject(condition)) {
    for (const [name, value] of Object.entries(condition)) {
      if (typeof value !== 'string') throw invalidPolicy(`the value of ${name} is not a text`)
      policy.conditions.push({ operator: 'eq', field: name.toLowerCase(), value })
    }
    return
  }
  if (!Array.isArray(condition) || condition.length !== 3) throw invalidPolicy('a condition has not three elements')
  const [operator, subject, value] = condition
  const name = typeof operator === 'string' ? operator.toLowerCase() : ''
  if (name === 'content-length-range') {
    policy.lengthRange = { min: parseLength(subject), max: parseLength(value) }
  } else if (name === 'eq' || name === 'starts-with') {
    if (typeof subject !== 'string' || typeof value !== 'string') throw invalidPolicy('a condition is not of texts')
    if (!subject.startsWith('$')) throw invalidPolicy(`the field ${subject} is not written with a $`)
    policy.conditions.push({ operator: name, field: subject.slice(1).toLowerCase(), value })
  } else {
    throw invalidPolicy(`unknown condition ${name}`)
  }
}

/** Clients write lengths as numbers and as strings. */
function parseLength(value: unknown): number {
  const length = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof length !== 'number' || !Number.isSafeInteger(length)) throw invalidPolicy('a length is not a number')
  return length
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidPolicy('not JSON', { cause })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalidPolicy(reason: string, options?: ErrorOptions): WireError {
  const message = `Invalid according to Policy: Policy Condition failed '(${reason})'`
  return new WireError('PostPolicyInvalidKeyName', 403, message, options)
}
