/** What is open to everybody, and what holds nothing back, told by the policies themselves. Nothing is asked of the storage. */
import {
  type Condition,
  type OpenPlace,
  openToEveryone,
  type Policy,
  parsePolicy,
  type WholePower,
  WireError,
  wideStatements,
} from '@cooperage/wire'
import { listField, objectField } from './admin/json-fields.ts'

export interface ToldStatement {
  /** The first of its policy is 1. */
  number: number
  sid: string
  /** JSON. */
  text: string
}

export interface ToldCondition {
  /** With qualifier and `IfExists`, as written. */
  operator: string
  key: string
  values: string[]
}

/** A statement that opens something. */
export interface Opening extends ToldStatement {
  conditions: ToldCondition[]
  /** Resources that it leaves out: its NotResource. */
  except: string[]
  /** Deny statements that take back a part of it, or all of it under conditions. */
  narrowedBy: ToldStatement[]
}

export interface BucketOpening extends Opening {
  places: OpenPlace[]
}

export interface PowerOpening extends Opening {
  powers: WholePower[]
}

/** What a bucket's policy opens to everybody; undefined for a policy that cannot be read. */
export function bucketOpenings(policy: string, bucket: string): BucketOpening[] | undefined {
  const document = readPolicy(policy)
  if (document === undefined) return undefined
  return openToEveryone(document.policy, bucket).map(({ index, places, narrowedBy }) => ({
    ...opening(document, index, narrowedBy),
    places,
  }))
}

/** The statements of an account's policy that give everything; undefined for a policy that cannot be read. */
export function wholePowers(policy: unknown): PowerOpening[] | undefined {
  const document = readPolicy(policy)
  if (document === undefined) return undefined
  return wideStatements(document.policy).map(({ index, powers, narrowedBy }) => ({
    ...opening(document, index, narrowedBy),
    powers,
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

function opening(document: ReadPolicy, index: number, narrowedBy: readonly number[]): Opening {
  const statement = document.policy.statements[index]
  return {
    ...told(document, index),
    conditions: statement?.conditions.map(toldCondition) ?? [],
    except: statement?.notResources ?? [],
    narrowedBy: narrowedBy.map((one) => told(document, one)),
  }
}

function told({ policy, originals }: ReadPolicy, index: number): ToldStatement {
  return {
    number: index + 1,
    sid: policy.statements[index]?.sid ?? '',
    text: JSON.stringify(originals[index] ?? {}, undefined, 2),
  }
}

function toldCondition({ qualifier, operator, ifExists, key, values }: Condition): ToldCondition {
  return {
    operator: `${qualifier === undefined ? '' : `${qualifier}:`}${operator}${ifExists ? 'IfExists' : ''}`,
    key,
    values,
  }
}
