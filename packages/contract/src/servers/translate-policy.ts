/** Policies of one kind of accounts, as the other kind understands them. Nothing that is left out may allow more. */
import type { AccountFacts } from './accounts.ts'

type Api = AccountFacts['api']
type Fields = Record<string, unknown>

/** A policy as the target can have it, and what it lacks then. `problem`: what prevents that any of it is taken. */
export interface TranslatedPolicy {
  /** JSON; '' if nothing of it is left. */
  document: string
  /** Actions and resources that the target doesn't know. */
  dropped: string[]
  problem: string[]
}

/** Condition keys and variables of MinIO alone. In IAM, a condition about one of them would never be as it was. */
const OF_MINIO = /^(jwt|ldap|svc|sts):|^aws:groups$/i
const VARIABLE_OF_MINIO = /\$\{(?:(?:jwt|ldap|svc|sts):|aws:groups)[^}]*\}/gi
/** What MinIO has actions for. */
const ACTION_OF_MINIO = /^(s3|admin|kms|sts):/i
/** Actions of MinIO that IAM has nothing like. Its keys for encryption are others. */
const ADMINISTRATION = /^(admin|kms|sts):/i
const S3_ARN = /^arn:aws[a-z-]*:s3:::/i

/** The same kind has the same policies. */
export function translatePolicy(document: string, from: Api, to: Api): TranslatedPolicy {
  if (from === to) return { document, dropped: [], problem: [] }
  const policy = parsed(document)
  if (policy === undefined) return { document: '', dropped: [], problem: ['JSON'] }
  const statements = listOf(policy.Statement).map((one) => translated(one, to))
  const kept = statements.flatMap(({ statement }) => (statement === undefined ? [] : [statement]))
  const problem = unique(statements.flatMap((one) => one.problem))
  return {
    document: kept.length === 0 || problem.length > 0 ? '' : JSON.stringify({ ...policy, Statement: kept }),
    dropped: unique(statements.flatMap((one) => one.dropped)),
    problem,
  }
}

/** Whether a policy denies anything, or can't be read, so that nobody may be without it. */
export function deniesAnything(document: string): boolean {
  const policy = parsed(document)
  return policy === undefined || listOf(policy.Statement).some((one) => (one as Fields | null)?.Effect !== 'Allow')
}

function translated(given: unknown, to: Api): { statement: Fields | undefined; dropped: string[]; problem: string[] } {
  if (typeof given !== 'object' || given === null) return { statement: undefined, dropped: [], problem: ['Statement'] }
  const statement = given as Fields
  const isAllow = statement.Effect === 'Allow'
  // What isn't named would be something else there: all of IAM, or all administration.
  const inverted = ['NotAction', 'NotResource', 'Principal', 'NotPrincipal'].filter((field) => field in statement)
  const problem = [
    ...(isAllow ? inverted : inverted.filter((field) => field.endsWith('Principal'))),
    ...(to === 'iam' ? unknownConditions(statement) : []),
  ]
  const actions = listOf(statement.Action).map(String)
  const resources = listOf(statement.Resource).map(String)
  const isKnown = (action: string) =>
    action === '*' || (to === 'iam' ? !ADMINISTRATION.test(action) : ACTION_OF_MINIO.test(action))
  const isThere = (resource: string) => to === 'iam' || resource === '*' || S3_ARN.test(resource)
  const dropped = [
    ...actions.filter((action) => !isKnown(action)),
    ...resources.filter((resource) => !isThere(resource)),
  ]
  // All of one kind of server isn't all of the other one.
  const Action = actions.filter(isKnown).map((action) => (action === '*' && isAllow ? 's3:*' : action))
  const Resource = resources.filter(isThere).map((one) => (to === 'admin' ? asInMinio(one) : one))
  const isEmpty =
    ('Action' in statement && Action.length === 0) ||
    (resources.length > 0 && Resource.length === 0) ||
    Action.length + inverted.length === 0
  if (isEmpty) return { statement: undefined, dropped, problem }
  const fields = {
    ...statement,
    ...('Action' in statement && { Action }),
    // MinIO's statements about administration have none, IAM's always one.
    ...(!('NotResource' in statement) && { Resource: Resource.length > 0 ? Resource : ['arn:aws:s3:::*'] }),
  }
  return { statement: fields, dropped, problem }
}

function asInMinio(resource: string): string {
  return resource === '*' ? 'arn:aws:s3:::*' : resource.replace(S3_ARN, 'arn:aws:s3:::')
}

function unknownConditions({ Condition, ...statement }: Fields): string[] {
  const conditions = Object.values((Condition ?? {}) as Fields).flatMap((one) => Object.keys((one ?? {}) as Fields))
  const variables = JSON.stringify([statement, Condition ?? {}]).match(VARIABLE_OF_MINIO) ?? []
  return [...conditions.filter((key) => OF_MINIO.test(key)), ...variables]
}

function parsed(document: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(document)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
