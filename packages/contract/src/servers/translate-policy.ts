/** Policies of one kind of accounts, as the other kind understands them. Nothing that is left out may allow more. */
import type { AccountFacts } from './accounts.ts'
import {
  COMMON_ACTIONS,
  COMMON_KEYS,
  COMMON_OPERATORS,
  OBJECT_ACTIONS,
  OWN_ACTIONS,
  VERSION_ACTIONS,
} from './policy-words.ts'

export type PolicyEnd = Pick<AccountFacts, 'api' | 'product'>
type Fields = Record<string, unknown>

/** A policy as the target can have it, and what it lacks then. `problem`: what prevents that any of it is taken. */
export interface TranslatedPolicy {
  /** JSON; '' if nothing of it is left. */
  document: string
  /** Actions and resources that the target doesn't know. */
  dropped: string[]
  problem: string[]
}

const VERSION = '2012-10-17'
const FIELDS = new Set(['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'])
/** What a server is called that doesn't say its name. */
const UNNAMED = new Set(['', 'S3'])

/** Condition keys and variables that only MinIO has, or whose values are others in IAM. There, a condition would never be as it was. */
const OF_MINIO = /^(jwt|ldap|svc|sts):|^aws:(groups|principaltype|userid)$|-aws-kms-key-id$/i
const VARIABLE = /\$\{([^}]*)\}?/g

/** MinIO respects the case of actions and IAM doesn't. These are the same to both. */
const S3_ACTION = /^s3:(\*|[A-Z][A-Za-z]*\*?)$/
const S3_ARN = /^arn:aws[a-z-]*:s3:::/
/** All objects of a bucket: in MinIO also the bucket itself. */
const ALL_OBJECTS = /^(arn:aws[a-z-]*:s3:::[^/]*)\/\**$/
/** Of other services, whatever a wildcard after that matches. */
const FOREIGN_ACTION = /^(?!s3:)[^:*?]+:/i
const FOREIGN_ARN = /^arn:[^:*?$]*:(?!s3:)[^:*?$]+:/i

/** Servers with MinIO's API have the same policies, and so have servers of one product. IAM isn't the same everywhere. */
export function translatePolicy(document: string, from: PolicyEnd, to: PolicyEnd): TranslatedPolicy {
  const isSameProduct = from.product === to.product && !UNNAMED.has(from.product)
  if (from.api === to.api && (from.api !== 'iam' || isSameProduct)) return { document, dropped: [], problem: [] }
  const policy = parsed(document)
  if (policy === undefined) return { document: '', dropped: [], problem: ['JSON'] }
  const statements = listOf(policy.Statement).map((one) => translated(one, from.api, to.api))
  const kept = statements.flatMap(({ statement }) => (statement === undefined ? [] : [statement]))
  const problem = [
    // In another version, variables are plain text.
    ...(policy.Version === VERSION ? [] : ['Version']),
    ...unique(statements.flatMap((one) => one.problem)),
  ]
  return {
    document: kept.length === 0 || problem.length > 0 ? '' : JSON.stringify({ Version: VERSION, Statement: kept }),
    dropped: unique(statements.flatMap((one) => one.dropped)),
    problem,
  }
}

/** Whether a policy denies anything, or can't be read, so that nobody may be without it. */
export function deniesAnything(document: string): boolean {
  const statements = listOf(parsed(document)?.Statement)
  return statements.length === 0 || statements.some((one) => (one as Fields | null)?.Effect !== 'Allow')
}

interface TranslatedStatement {
  /** Undefined if it is about nothing that the target has. */
  statement: Fields | undefined
  dropped: string[]
  problem: string[]
}

type Api = AccountFacts['api']

function translated(statement: unknown, from: Api, to: Api): TranslatedStatement {
  if (!isFields(statement)) return { statement: undefined, dropped: [], problem: ['Statement'] }
  const isAllow = statement.Effect === 'Allow'
  const dropped: string[] = []
  const problem = [
    ...Object.keys(statement).filter((field) => !FIELDS.has(field)),
    // What isn't named would be something else there: all of IAM, or all administration.
    ...(isAllow ? ['NotAction', 'NotResource'].filter((field) => field in statement) : []),
    ...(isAllow || statement.Effect === 'Deny' ? [] : ['Effect']),
    // MinIO asks for some actions only if others are denied, and takes a bucket for one of its objects.
    ...(to === 'admin' && !isAllow && 'NotAction' in statement ? ['NotAction'] : []),
    ...(to === 'admin' ? listOf(statement.NotResource).map(String).filter(isAllObjects) : []),
    ...(from === 'admin' ? conditionsOfMinio(statement) : unknownConditions(statement)),
  ]
  const kept = (field: string, isKnown: (one: string) => boolean, foreign: RegExp) =>
    listOf(statement[field])
      .map(String)
      .filter((one) => {
        if (isKnown(one)) return true
        // What a denial doesn't name any more is allowed, unless the target has nothing like it.
        const isLess = isAllow || field.startsWith('Not') || foreign.test(one)
        ;(isLess ? dropped : problem).push(one)
        return false
      })
  const isKnownAction = (action: string) => isKnown(action, to)
  const isKnownResource = (resource: string) => resource === '*' || S3_ARN.test(resource)
  const [actions, notActions] = ['Action', 'NotAction'].map((field) => kept(field, isKnownAction, FOREIGN_ACTION))
  const [resources, notResources] = ['Resource', 'NotResource'].map((field) =>
    kept(field, isKnownResource, FOREIGN_ARN),
  )
  if (to === 'admin' && !isAllow) problem.push(...ineffectiveIn(actions ?? []))
  const more = to === 'admin' && isAllow ? moreInMinio(actions ?? [], resources ?? []) : []
  dropped.push(...more)
  const actionsThere = actions?.filter((action) => !more.includes(action))
  const lists = {
    Action: actionsThere?.flatMap((action) => actionAt(action, isAllow, to)),
    NotAction: notActions,
    Resource: to === 'admin' ? resources?.map(asInMinio) : isAllow ? resources : resources?.flatMap(withBucket),
    NotResource: to === 'admin' ? notResources?.map(asInMinio) : notResources,
  }
  const filled = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0)
  const has = (name: string) => filled.some(([field]) => field.endsWith(name))
  const lacking = ['Action', 'Resource'].filter((name) => !has(name))
  // Of a list that had something, only what is of other services was dropped.
  const isAbout = (name: string) => listOf(statement[name]).length > 0
  if (lacking.some(isAbout)) return { statement: undefined, dropped, problem }
  problem.push(...lacking)
  const { Action, NotAction, Resource, NotResource, ...others } = statement
  return { statement: { ...others, ...Object.fromEntries(filled) }, dropped, problem }
}

function isKnown(action: string, to: Api): boolean {
  if (action === '*' || action === 's3:*') return true
  if (!S3_ACTION.test(action)) return false
  return (
    to === 'iam' || [...COMMON_ACTIONS, ...Object.values(OWN_ACTIONS).flat()].some((known) => covers(action, known))
  )
}

/** Whether an action of a policy is another one, or begins it up to its wildcard. */
function covers(action: string, other: string): boolean {
  return action.endsWith('*') ? other.startsWith(action.slice(0, -1)) : other === action
}

/** All of one kind of server isn't all of the other one. What is denied, MinIO also does through actions of its own. */
function actionAt(action: string, isAllow: boolean, to: Api): string[] {
  if (to === 'iam') return isAllow ? [action === '*' ? 's3:*' : action] : [action, VERSION_ACTIONS[action] ?? []].flat()
  if (action === '*') return ['s3:*']
  if (isAllow) return [action]
  const own = Object.entries(OWN_ACTIONS).flatMap(([common, others]) => (covers(action, common) ? others : []))
  return [action, ...own.filter((one) => !covers(action, one))]
}

function isAllObjects(resource: string): boolean {
  return ALL_OBJECTS.test(resource)
}

/** Who is denied all objects of a bucket in MinIO is denied the bucket too. */
function withBucket(resource: string): string[] {
  const [, bucket] = ALL_OBJECTS.exec(resource) ?? []
  return bucket === undefined ? [resource] : [bucket, resource]
}

/**
 * The actions that IAM allows and that are more in MinIO, where all objects of a bucket are the bucket too, and who may delete
 * objects may delete their versions.
 */
function moreInMinio(actions: readonly string[], resources: readonly string[]): string[] {
  const named = new Set(resources)
  const isWithBuckets = resources.every((one) => withBucket(one).every((resource) => named.has(resource)))
  const kept = actions.filter((action) => isWithBuckets || OBJECT_ACTIONS.has(action))
  const deletesVersions = kept.some((one) => covers(one, 's3:DeleteObjectVersion'))
  return actions.filter((action) => !kept.includes(action) || (action === 's3:DeleteObject' && !deletesVersions))
}

/** Denials that MinIO doesn't ask for: what is done with a version is allowed by the action on its object. */
function ineffectiveIn(actions: readonly string[]): string[] {
  const isDenied = (action: string) => actions.some((one) => covers(one, action))
  return Object.entries(VERSION_ACTIONS).flatMap(([of, ofVersion]) =>
    of !== 's3:DeleteObject' && isDenied(ofVersion) && !isDenied(of) ? [ofVersion] : [],
  )
}

function asInMinio(resource: string): string {
  return resource === '*' ? 'arn:aws:s3:::*' : resource.replace(S3_ARN, 'arn:aws:s3:::')
}

function conditionsOfMinio(statement: Fields): string[] {
  const keys = conditionsIn(statement).flatMap(([operator, key]) => [
    ...(COMMON_OPERATORS.has(operator) ? [] : [operator]),
    ...(OF_MINIO.test(key) ? [key] : []),
  ])
  return [...keys, ...variablesIn(statement, (name) => !OF_MINIO.test(name))]
}

/** MinIO refuses what it doesn't know, and other servers ignore it. */
function unknownConditions(statement: Fields): string[] {
  const conditions = conditionsIn(statement).flatMap(([operator, key]) => [
    ...(COMMON_OPERATORS.has(operator) ? [] : [operator]),
    ...(COMMON_KEYS.has(key.replace(/\/.*/s, '')) ? [] : [key]),
  ])
  return [...conditions, ...variablesIn(statement, (name) => name.startsWith('aws:') && COMMON_KEYS.has(name))]
}

/** Operators with their keys. What isn't a condition has itself as the key, which no server has. */
function conditionsIn({ Condition = {} }: Fields): [operator: string, key: string][] {
  if (!isFields(Condition)) return [['Condition', 'Condition']]
  return Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.keys(isFields(keys) ? keys : { Condition: '' }).map((key): [string, string] => [operator, key]),
  )
}

function variablesIn(statement: Fields, isKnownVariable: (name: string) => boolean): string[] {
  return [...JSON.stringify(statement).matchAll(VARIABLE)].flatMap(([variable, name = '']) =>
    isKnownVariable(name) ? [] : [variable],
  )
}

function parsed(document: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(document)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
