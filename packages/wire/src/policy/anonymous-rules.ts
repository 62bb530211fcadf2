/**
 * Anonymous access as rules by prefix, in the form that MinIO's clients write and read: a rule is a set of grants, spread over
 * statements that can be shared with other rules. Statements that aren't part of a rule are kept.
 */
import { WireError } from '../errors.ts'
import { type JsonObject, listField, objectField } from '../json-fields.ts'
import { type JsonPolicy, parsePolicy, type Statement } from './document.ts'

type AnonymousAccess = 'readonly' | 'writeonly' | 'readwrite'

export interface AnonymousRule {
  /** '' for the whole bucket. */
  prefix: string
  access: AnonymousAccess
}

type JsonStatement = JsonPolicy['Statement'][number]

/** One action on one resource, for `ListBucket` under one prefix. */
interface Grant {
  action: string
  resource: string
  /** Value of the condition `s3:prefix`; '' without one. */
  prefix: string
}

const READ_OBJECTS = ['s3:GetObject']
const WRITE_OBJECTS = ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject']

/** The rules by prefix in a bucket's policy ('' without one), and the positions of its other statements, from 1. */
export function anonymousRulesOf(policy: string, bucket: string): { rules: AnonymousRule[]; others: number[] } {
  const { rules, others } = readAnonymousRules(statementsOf(documentOf(policy)), bucket)
  return { rules, others: others.map((index) => index + 1) }
}

/** The policy with other rules, as JSON text; undefined if no statement is left. Other statements are kept. */
export function policyWithAnonymousRules(
  policy: string,
  bucket: string,
  rules: readonly AnonymousRule[],
): string | undefined {
  const document = documentOf(policy)
  const Statement = withAnonymousRules(statementsOf(document), bucket, rules)
  return Statement.length === 0 ? undefined : JSON.stringify({ Version: '2012-10-17', ...document, Statement })
}

function documentOf(policy: string): JsonObject {
  return policy === '' ? {} : objectField(JSON.parse(policy))
}

/** A single statement can be written without a list. */
function statementsOf(document: JsonObject): unknown[] {
  const { Statement } = document
  return Array.isArray(Statement) || Statement === undefined ? listField(document, 'Statement') : [Statement]
}

/** The rules of a policy, by prefix, and the indexes of its other statements. */
export function readAnonymousRules(
  statements: readonly unknown[],
  bucket: string,
): { rules: AnonymousRule[]; others: number[] } {
  const grants = statements.map((one) => grantsOf(one, bucket))
  const others = new Set(grants.flatMap((of, index) => (of === undefined ? [index] : [])))
  // The rest of one statement may complete another rule, so it is checked again.
  for (;;) {
    const had = new Set(grants.flatMap((of, index) => (of && !others.has(index) ? of.map(idOf) : [])))
    const rules = rulesIn(had, bucket)
    const explained = new Set(rules.flatMap((rule) => grantsFor(rule, bucket)).map(idOf))
    const odd = grants.flatMap((of, index) =>
      of && !others.has(index) && !of.every((grant) => explained.has(idOf(grant))) ? [index] : [],
    )
    if (odd.length === 0) return { rules, others: [...others].sort((a, b) => a - b) }
    for (const index of odd) others.add(index)
  }
}

/**
 * The statements with other rules. Statements that are covered by the new rules are kept, as are those that aren't part of a
 * rule; empty if nothing is left.
 */
export function withAnonymousRules(
  statements: readonly unknown[],
  bucket: string,
  rules: readonly AnonymousRule[],
): unknown[] {
  const others = new Set(readAnonymousRules(statements, bucket).others)
  const wanted = new Map(rules.flatMap((rule) => grantsFor(rule, bucket)).map((grant) => [idOf(grant), grant]))
  const given = new Set<string>()
  const kept = statements.filter((one, index) => {
    if (others.has(index)) return true
    const ids = (grantsOf(one, bucket) ?? []).map(idOf)
    if (!ids.every((id) => wanted.has(id))) return false
    for (const id of ids) given.add(id)
    return true
  })
  const missing = [...wanted].flatMap(([id, grant]) => (given.has(id) ? [] : [grant]))
  return [...kept, ...writeStatements(missing, bucket)]
}

/** Undefined for a statement that doesn't have the form of rules. */
function grantsOf(source: unknown, bucket: string): Grant[] | undefined {
  const statement = statementOf(source)
  if (statement === undefined || !isPlainAllow(statement)) return undefined
  const { actions, resources, conditions } = statement
  const [condition] = conditions
  if (condition === undefined) {
    return actions.flatMap((action) => resources.map((resource) => ({ action, resource, prefix: '' })))
  }
  const { operator, key, values, qualifier, ifExists } = condition
  const isOfPrefix = operator === 'StringEquals' && key === 's3:prefix' && qualifier === undefined && !ifExists
  const isListing = actions.every((one) => one === 's3:ListBucket') && resources.every((one) => one === bucket)
  if (conditions.length > 1 || !isOfPrefix || !isListing || values.includes('')) return undefined
  return values.map((prefix) => ({ action: 's3:ListBucket', resource: bucket, prefix }))
}

function statementOf(source: unknown): Statement | undefined {
  try {
    return parsePolicy({ Statement: [source] }).statements[0]
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

function isPlainAllow({ effect, principals = [], notActions, notResources, actions, resources }: Statement): boolean {
  return (
    effect === 'Allow' &&
    principals.length === 1 &&
    principals[0] === '*' &&
    notActions.length + notResources.length === 0 &&
    actions.length > 0 &&
    resources.length > 0
  )
}

const idOf = ({ action, resource, prefix }: Grant) => JSON.stringify([action, resource, prefix])

/** The grants of a rule. */
function grantsFor({ prefix, access }: AnonymousRule, bucket: string): Grant[] {
  const onBucket = (action: string, of = '') => ({ action, resource: bucket, prefix: of })
  const onObjects = (action: string) => ({ action, resource: `${bucket}/${prefix}*`, prefix: '' })
  const reading = [onBucket('s3:ListBucket', prefix), ...READ_OBJECTS.map(onObjects)]
  const writing = [onBucket('s3:ListBucketMultipartUploads'), ...WRITE_OBJECTS.map(onObjects)]
  return [
    onBucket('s3:GetBucketLocation'),
    ...(access === 'writeonly' ? [] : reading),
    ...(access === 'readonly' ? [] : writing),
  ]
}

/** The rules whose grants are all present. */
function rulesIn(had: ReadonlySet<string>, bucket: string): AnonymousRule[] {
  const start = `${bucket}/`
  const resources = [...had].map((id) => String((JSON.parse(id) as unknown[])[1]))
  const prefixes = new Set(
    resources.flatMap((one) => (one.startsWith(start) && one.endsWith('*') ? [one.slice(start.length, -1)] : [])),
  )
  return [...prefixes].sort().flatMap((prefix) => {
    const has = (access: AnonymousAccess) => grantsFor({ prefix, access }, bucket).every((one) => had.has(idOf(one)))
    const access = (['readwrite', 'readonly', 'writeonly'] as const).find(has)
    return access === undefined ? [] : [{ prefix, access }]
  })
}

/** Statements for these grants: of the bucket, of its listing by prefix, and of the objects of each prefix. */
function writeStatements(grants: readonly Grant[], bucket: string): JsonStatement[] {
  const arn = (resource: string) => `arn:aws:s3:::${resource}`
  const allow = (actions: string[], resource: string): JsonStatement => ({
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: actions.sort(),
    Resource: [arn(resource)],
  })
  const prefixes = grants.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix]))
  const byResource = Map.groupBy(
    grants.filter(({ prefix }) => prefix === ''),
    ({ resource }) => resource,
  )
  return [
    ...[...byResource].map(([resource, of]) =>
      allow(
        of.map(({ action }) => action),
        resource,
      ),
    ),
    ...(prefixes.length === 0
      ? []
      : [{ ...allow(['s3:ListBucket'], bucket), Condition: { StringEquals: { 's3:prefix': prefixes } } }]),
  ]
}
