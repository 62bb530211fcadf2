/** Anonymous access and full access, found in the policies alone, without calling a storage server. */

import { WireError } from '../errors.ts'
import { listField, objectField } from '../json-fields.ts'
import { type Condition, type Policy, parsePolicy } from './document.ts'
import { type FullAccessScope, fullAccessStatements } from './full-access.ts'
import { type PublicResource, publicStatements } from './public-statements.ts'

export interface QuotedStatement {
  /** The first of its policy is 1. */
  number: number
  sid: string
  /** JSON. */
  text: string
}

export interface QuotedCondition {
  /** With qualifier and `IfExists`, as written. */
  operator: string
  key: string
  values: string[]
}

/** A statement that grants such access. */
export interface Grant extends QuotedStatement {
  conditions: QuotedCondition[]
  /** Resources that it leaves out: its NotResource. */
  except: string[]
  /** Deny statements that revoke part of it, or all of it under conditions. */
  narrowedBy: QuotedStatement[]
}

export interface PublicGrant extends Grant {
  resources: PublicResource[]
}

export interface FullAccessGrant extends Grant {
  fullAccess: FullAccessScope[]
}

/** The anonymous access that a bucket's policy grants; undefined if the policy can't be parsed. */
export function publicGrants(policy: string, bucket: string): PublicGrant[] | undefined {
  const document = readPolicy(policy)
  if (document === undefined) return undefined
  return publicStatements(document.policy, bucket).map(({ index, resources, narrowedBy }) => ({
    ...grantOf(document, index, narrowedBy),
    resources,
  }))
}

/** The statements of an account's policy that grant full access; undefined if the policy can't be parsed. */
export function fullAccessGrants(policy: unknown): FullAccessGrant[] | undefined {
  const document = readPolicy(policy)
  if (document === undefined) return undefined
  return fullAccessStatements(document.policy).map(({ index, fullAccess, narrowedBy }) => ({
    ...grantOf(document, index, narrowedBy),
    fullAccess,
  }))
}

interface ReadPolicy {
  policy: Policy
  /** The statements as they were sent. */
  originals: unknown[]
}

function readPolicy(source: unknown): ReadPolicy | undefined {
  try {
    const document: unknown = typeof source === 'string' ? JSON.parse(source) : source
    const listed = listField(objectField(document), 'Statement')
    return {
      policy: parsePolicy(document),
      originals: listed.length > 0 ? listed : [objectField(document).Statement],
    }
  } catch (error) {
    if (error instanceof WireError || error instanceof SyntaxError) return undefined
    throw error
  }
}

function grantOf(document: ReadPolicy, index: number, narrowedBy: readonly number[]): Grant {
  const statement = document.policy.statements[index]
  return {
    ...quotedStatement(document, index),
    conditions: statement?.conditions.map(quotedCondition) ?? [],
    except: statement?.notResources ?? [],
    narrowedBy: narrowedBy.map((one) => quotedStatement(document, one)),
  }
}

function quotedStatement({ policy, originals }: ReadPolicy, index: number): QuotedStatement {
  return {
    number: index + 1,
    sid: policy.statements[index]?.sid ?? '',
    text: JSON.stringify(originals[index] ?? {}, undefined, 2),
  }
}

export function quotedCondition({ qualifier, operator, ifExists, key, values }: Condition): QuotedCondition {
  return {
    operator: `${qualifier === undefined ? '' : `${qualifier}:`}${operator}${ifExists ? 'IfExists' : ''}`,
    key,
    values,
  }
}
