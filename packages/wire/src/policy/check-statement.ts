/** Validates statements: which actions are allowed with which resources and conditions. */
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { conditionKeysOf, keyName, s3ConditionKeysOf } from './condition-keys.ts'
import { PolicyFault } from './document.ts'
import type { DraftStatement } from './read-document.ts'
import { checkResourceBucket, checkResourceKind, namesBuckets, namesObjects, type Resource } from './resource.ts'
import { matchesWildcard } from './wildcard.ts'

/** @throws PolicyFault */
export function checkIdentityStatement(statement: DraftStatement): void {
  checkEffectAndActions(statement)
  // A statement with one action of a service belongs to that service.
  for (const service of ['admin', 'sts', 'kms'] as const) {
    const known: readonly string[] = POLICY_ACTIONS[service]
    if (!statement.actions.some((action) => known.includes(action))) continue
    const name = service === 'admin' ? service : service.toUpperCase()
    for (const action of statement.actions) {
      if (!known.includes(action)) throw new PolicyFault(`unsupported ${name} action '${action}'`)
    }
    if (service === 'kms') checkResourceKind([...statement.resources, ...statement.notResources], 'kms')
    checkKeys(statement, conditionKeysOf)
    return
  }
  checkResources(statement)
  checkResourceKind([...statement.resources, ...statement.notResources], 's3')
  for (const action of statement.actions) {
    if (!POLICY_ACTIONS.s3.some((known) => matchesWildcard(action, known))) {
      throw new PolicyFault(`unsupported action '${action}'`)
    }
  }
  checkKeys(statement, conditionKeysOf)
}

/** @throws PolicyFault */
export function checkBucketStatement(statement: DraftStatement, bucket: string): void {
  if (!isEffect(statement.effect)) throw new PolicyFault(`invalid Effect ${statement.effect}`)
  if (statement.principals.length === 0) throw new PolicyFault('invalid Principal {[]}')
  checkEffectAndActions(statement)
  checkResources(statement)
  for (const action of statement.actions) {
    checkNamed(statement.resources, action)
    checkNamed(statement.notResources, action)
  }
  checkKeys(statement, s3ConditionKeysOf)
  checkResourceBucket([...statement.resources, ...statement.notResources], bucket)
}

function isEffect(effect: string): effect is 'Allow' | 'Deny' {
  return effect === 'Allow' || effect === 'Deny'
}

function checkEffectAndActions({ effect, actions, notActions }: DraftStatement): void {
  if (!isEffect(effect)) throw new PolicyFault(`invalid Effect ${effect}`)
  if (actions.length === 0 && notActions.length === 0) throw new PolicyFault('Action must not be empty')
  if (actions.length > 0 && notActions.length > 0) {
    throw new PolicyFault('Action and NotAction cannot be specified in the same statement')
  }
}

function checkResources({ resources, notResources }: DraftStatement): void {
  if (resources.length === 0 && notResources.length === 0) throw new PolicyFault('Resource must not be empty')
  if (resources.length > 0 && notResources.length > 0) {
    throw new PolicyFault('Resource and NotResource cannot be specified in the same statement')
  }
}

/** Whether a bucket policy can use an action with objects; with buckets otherwise. */
export function isOfObjects(action: string): boolean {
  return [...OBJECT_ACTIONS, 's3:*'].some((known) => matchesWildcard(action, known))
}

/** Whether a bucket policy accepts the action with one of the resources. */
export function concernsOne(resources: readonly Resource[], action: string): boolean {
  return resources.length === 0 || resources.some(isOfObjects(action) ? namesObjects : namesBuckets)
}

function checkNamed(resources: readonly Resource[], action: string): void {
  if (concernsOne(resources, action)) return
  const named = resources.map(({ kind, pattern, text }) => (kind === 'any' ? `*${pattern}` : text)).sort()
  throw new PolicyFault(`unsupported Resource found [${named.join(' ')}] for action ${action}`)
}

function checkKeys({ actions, conditions }: DraftStatement, keysOf: (action: string) => ReadonlySet<string>): void {
  for (const action of actions) {
    const supported = keysOf(action)
    const others = new Set(conditions.map(({ key }) => key).filter((key) => !supported.has(keyName(key))))
    if (others.size > 0) {
      throw new PolicyFault(`unsupported condition keys '[${[...others].join(' ')}]' used for action '${action}'`)
    }
  }
}
