/**
 * Parses policy documents into one regular shape. It is lenient, because a storage server has already accepted them: single
 * values instead of lists, no Resource (normal for admin:, kms: and sts: actions), no statement at all (an account without a
 * policy).
 */
import { WireError } from '../errors.ts'

/** A policy document as JSON, in the form that MinIO writes. */
export interface JsonPolicy {
  ID?: string
  Version: string
  Statement: {
    Sid?: string
    Effect: 'Allow' | 'Deny'
    Principal?: { AWS: string[] }
    Action?: string[]
    NotAction?: string[]
    Resource?: string[]
    NotResource?: string[]
    Condition?: Record<string, Record<string, (string | number | boolean)[]>>
  }[]
}

export interface Policy {
  version: string
  statements: Statement[]
}

export interface Statement {
  sid?: string
  effect: 'Allow' | 'Deny'
  /** Patterns. One of `actions` and `notActions` is empty. */
  actions: string[]
  notActions: string[]
  /** Patterns without the ARN prefix: `bucket/key*`, or a key name of the KMS. Both may be empty. */
  resources: string[]
  notResources: string[]
  /** Present in bucket policies only: patterns of accounts, `*` for everyone. */
  principals?: string[]
  conditions: Condition[]
}

export interface Condition {
  /** Without qualifier and `IfExists`, for example `StringEquals`. */
  operator: string
  /** The condition holds if the request doesn't have the key. */
  ifExists: boolean
  qualifier?: 'ForAllValues' | 'ForAnyValue'
  /** As written, for example `s3:prefix`. */
  key: string
  values: string[]
}

/** What a resource may begin with. AWS has further partitions, whose policies other servers don't have. */
export const ARN_PREFIXES = ['arn:aws:s3:::', 'arn:aws-cn:s3:::', 'arn:aws-us-gov:s3:::', 'arn:minio:kms:::']

/**
 * Reads a policy from JSON text or from the parsed document.
 * @throws WireError MalformedPolicy
 */
export function parsePolicy(source: unknown): Policy {
  const document = asObject(typeof source === 'string' ? parseJson(source) : source, 'The policy')
  const statements = document.Statement ?? []
  return {
    version: typeof document.Version === 'string' ? document.Version : '',
    statements: (Array.isArray(statements) ? statements : [statements]).map(parseStatement),
  }
}

function malformed(message: string): WireError {
  return new WireError('MalformedPolicy', 400, message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new WireError('MalformedPolicy', 400, cause instanceof Error ? cause.message : 'The policy is not JSON.', {
      cause,
    })
  }
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${what} must be an object.`)
  return value as Record<string, unknown>
}

function asStrings(value: unknown, what: string): string[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list.map((one) => {
    if (typeof one === 'string') return one
    if (typeof one === 'number' || typeof one === 'boolean') return String(one)
    throw malformed(`${what} must be a string or a list of strings.`)
  })
}

function parseStatement(source: unknown): Statement {
  const statement = asObject(source, 'A statement')
  const { Effect: effect, Sid: sid } = statement
  if (effect !== 'Allow' && effect !== 'Deny') throw malformed('Effect must be Allow or Deny.')
  const actions = asStrings(statement.Action, 'Action')
  const notActions = asStrings(statement.NotAction, 'NotAction')
  if (actions.length === 0 && notActions.length === 0) throw malformed('Action must not be empty.')
  const principals = parsePrincipals(statement.Principal)
  return {
    ...(typeof sid === 'string' && sid !== '' ? { sid } : {}),
    effect,
    actions,
    notActions,
    resources: asStrings(statement.Resource, 'Resource').map(withoutArn),
    notResources: asStrings(statement.NotResource, 'NotResource').map(withoutArn),
    ...(principals === undefined ? {} : { principals }),
    conditions: parseConditions(statement.Condition),
  }
}

/** A leading star also counts as an ARN prefix, unless nothing follows it: `*photos` names `photos`. */
function withoutArn(resource: string): string {
  if (resource === '*') return resource
  const prefix = [...ARN_PREFIXES, '*'].find((one) => resource.startsWith(one))
  return prefix === undefined ? resource : resource.slice(prefix.length)
}

function parsePrincipals(source: unknown): string[] | undefined {
  if (source === undefined || source === null) return undefined
  if (typeof source === 'object' && !Array.isArray(source)) {
    return asStrings((source as Record<string, unknown>).AWS, 'Principal')
  }
  return asStrings(source, 'Principal')
}

function parseConditions(source: unknown): Condition[] {
  if (source === undefined || source === null) return []
  return Object.entries(asObject(source, 'Condition')).flatMap(([name, keys]) => {
    const parts = name.split(':')
    const [qualifier] = parts
    const full = parts.at(-1) ?? ''
    const ifExists = full.endsWith('IfExists')
    return Object.entries(asObject(keys, `Condition ${name}`)).map(([key, values]) => ({
      operator: ifExists ? full.slice(0, -'IfExists'.length) : full,
      ifExists,
      ...(parts.length === 2 && (qualifier === 'ForAllValues' || qualifier === 'ForAnyValue') ? { qualifier } : {}),
      key,
      values: asStrings(values, `Condition ${name}`),
    }))
  })
}

/** What is wrong with a policy, in the words of the protocol; the code depends on where the policy was given. */
export class PolicyFault extends Error {
  override name = 'PolicyFault'
}
