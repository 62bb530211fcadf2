/** Findings about one statement of a policy. */
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { isAwsConditionKey } from './aws-condition-keys.ts'
import { checkedCondition } from './check-condition.ts'
import { concernsOne, isOfObjects } from './check-statement.ts'
import { CONDITION_KEYS, conditionKeysOf, isConditionKey, keyName, s3ConditionKeysOf } from './condition-keys.ts'
import { CONDITION_OPERATORS, CONDITION_QUALIFIERS } from './conditions.ts'
import { couldAllow } from './could-allow.ts'
import { PolicyFault, parsePolicy } from './document.ts'
import { evaluate, matchesPrincipal } from './evaluate.ts'
import { at, mustBeText, opening, type PolicyFinding, type PolicyRole, unknownFields } from './finding.ts'
import { fieldOf, type Place, placesOf } from './json-places.ts'
import { nearest } from './nearest.ts'
import { readConditions, readPrincipals } from './read-document.ts'
import { checkResourceBucket, checkResourceKind, parseResource, type Resource } from './resource.ts'
import { matchesWildcard } from './wildcard.ts'

const FIELDS = ['Sid', 'Effect', 'Principal', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']
const ALL_ACTIONS: readonly string[] = Object.values(POLICY_ACTIONS).flat()
const LIST_BUCKETS = 's3:ListAllMyBuckets'
const OWN_SERVICES = ['admin', 'sts', 'kms'] as const

/**
 * Anyone with one of these permissions on everything can become root: by keys for root, a secret for an administrator, or a
 * change of the user's own policy.
 */
const ROOT_POWERS = new Set([
  '*',
  'admin:*',
  'admin:AttachUserOrGroupPolicy',
  'admin:CreatePolicy',
  'admin:CreateServiceAccount',
  'admin:CreateUser',
  'admin:ImportIAM',
  'admin:UpdatePolicyAssociation',
  'admin:UpdateServiceAccount',
])

export function statementFindings(statement: Place, role: PolicyRole): PolicyFinding[] {
  return [
    ...unknownFields(statement, FIELDS),
    ...typeFindings(statement),
    ...emptyFieldFindings(statement),
    ...exclusiveFindings(statement),
    ...effectFindings(statement),
    ...actionFindings(statement, role),
    ...resourceFindings(statement, role),
    ...conditionFindings(statement, role),
    ...principalFindings(statement, role),
  ]
}

function effectFindings(statement: Place): PolicyFinding[] {
  const effect = fieldOf(statement, 'Effect')
  if (effect === undefined || effect.value === '') return [at(effect ?? opening(statement), 'NoEffect', 'error')]
  const isKnown = effect.value === 'Allow' || effect.value === 'Deny'
  return isKnown ? [] : [at(effect, 'BadEffect', 'error', String(effect.value))]
}

function typeFindings(statement: Place): PolicyFinding[] {
  const sid = fieldOf(statement, 'Sid')
  const condition = fieldOf(statement, 'Condition')
  return [
    ...(sid === undefined ? [] : mustBeText(sid, 'Sid')),
    ...(condition ? mustBeObject(condition, 'Condition') : []),
  ]
}

function mustBeObject(place: Place, name: string): PolicyFinding[] {
  const { value } = place
  const isObject = value === null || (typeof value === 'object' && !Array.isArray(value))
  return isObject ? [] : [at(place, 'WrongType', 'error', name, 'an object: { }')]
}

/** Fields that servers reject if they are empty, as in policies that RustFS exports. Absent ones are reported elsewhere. */
function emptyFieldFindings(statement: Place): PolicyFinding[] {
  const hasActions = textsOf(statement, 'Action').length + textsOf(statement, 'NotAction').length > 0
  return statement.fields.flatMap(({ name, from, place }) => {
    const isAction = ['action', 'notaction'].includes(name.toLowerCase()) && hasActions
    const isCondition = name.toLowerCase() === 'condition' && !Array.isArray(place.value)
    const isEmpty = place.value === null || isWithoutContent(place)
    if (!isEmpty || !(isAction || isCondition)) return []
    return [at({ from, to: place.to }, 'EmptyField', 'error', name)]
  })
}

function isWithoutContent({ value, items, fields }: Place): boolean {
  return typeof value === 'object' && items.length + fields.length === 0
}

function exclusiveFindings(statement: Place): PolicyFinding[] {
  return ['Action', 'Resource'].flatMap((name) => {
    const others = placesOf(fieldOf(statement, `Not${name}`))
    const [first] = others
    if (first === undefined || placesOf(fieldOf(statement, name)).length === 0) return []
    return [at({ from: first.from, to: others.at(-1)?.to ?? first.to }, 'ExclusiveFields', 'error', name, `Not${name}`)]
  })
}

function actionFindings(statement: Place, role: PolicyRole): PolicyFinding[] {
  const actions = textsOf(statement, 'Action')
  const notActions = textsOf(statement, 'NotAction')
  if (actions.length + notActions.length === 0) return [at(opening(statement), 'NoAction', 'error')]
  const { kind } = role
  const service = serviceOf(actions)
  const isAllow = fieldOf(statement, 'Effect')?.value === 'Allow'
  const resources = ['Resource', 'NotResource'].map((field) =>
    textsOf(statement, field).flatMap(({ value }) => validResource(value)),
  )
  const concernsResource = (action: string) => resources.every((list) => concernsOne(list, action))
  // MinIO stores it and can't return it: in lists of policies, and for the accounts that it is attached to.
  const findings = notActions.slice(0, 1).map((place) => at(place, 'NotActionLost', 'warning', place.value))
  for (const place of [...actions, ...notActions]) {
    if (!isKnownAction(place.value)) {
      // A bucket policy may name any action, but not with any resource; only known ones are ever used.
      const isAccepted = notActions.includes(place) || (kind === 'bucket' && concernsResource(place.value))
      const severity = isAccepted ? 'warning' : 'error'
      findings.push(at(place, 'UnknownAction', severity, place.value, nearest(place.value, ALL_ACTIONS)))
    } else if (kind === 'bucket' && actions.includes(place) && !concernsResource(place.value)) {
      const resource = `arn:aws:s3:::${role.bucket ?? 'bucket'}${isOfObjects(place.value) ? '/*' : ''}`
      findings.push(at(place, 'ResourceNotForAction', 'error', place.value, resource))
    }
  }
  for (const place of actions) {
    if (kind === 'identity' && service !== undefined && isKnownAction(place.value)) {
      const isOfService = (POLICY_ACTIONS[service] as readonly string[]).includes(place.value)
      if (!isOfService) findings.push(at(place, 'MixedServices', 'error', service, place.value))
    }
    if (kind === 'identity' && isAllow && ROOT_POWERS.has(place.value)) {
      findings.push(at(place, 'RootPower', 'warning', place.value))
    }
  }
  return findings
}

/** Empty for an invalid one, which is another finding. */
function validResource(text: string): Resource[] {
  try {
    return [parseResource(text)]
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error
    return []
  }
}

function resourceFindings(statement: Place, role: PolicyRole): PolicyFinding[] {
  const resources = textsOf(statement, 'Resource')
  const notResources = textsOf(statement, 'NotResource')
  const service = role.kind === 'identity' ? serviceOf(textsOf(statement, 'Action')) : undefined
  if (service === 'kms') {
    return [...resources, ...notResources].flatMap((place) => resourceFinding(place, role, 'kms'))
  }
  if (service !== undefined) return []
  if (resources.length + notResources.length === 0) return [at(opening(statement), 'NoResource', 'error')]
  const findings = [...resources, ...notResources].flatMap((place) => resourceFinding(place, role))
  return findings.length > 0 || role.kind === 'bucket' ? findings : unmatchedActions(statement)
}

const OTHER_PARTITION = /^arn:aws-(cn|us-gov):s3:::/

function resourceFinding(place: TextPlace, role: PolicyRole, service: 's3' | 'kms' = 's3'): PolicyFinding[] {
  const { kind, bucket } = role
  try {
    const resource = parseResource(place.value)
    if (kind === 'identity') checkResourceKind([resource], service)
    if (kind === 'bucket' && bucket !== undefined) checkResourceBucket([resource], bucket)
    return resource.kind === 'kms' || isPossibleBucket(resource.pattern)
      ? []
      : [at(place, 'MatchesNothing', 'warning', place.value)]
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error
    if (error.message === 'bucket name does not match') return [at(place, 'OtherBucket', 'error', bucket ?? '')]
    // Only AWS accepts its other partitions, and for the same buckets.
    const inFirst = place.value.replace(OTHER_PARTITION, 'arn:aws:s3:::')
    const others = inFirst === place.value ? [] : resourceFinding({ ...place, value: inFirst }, role, service)
    return [at(place, 'BadResource', 'error', error.message), ...others]
  }
}

/** Whether the part before the slash, if it is literal, could be the name of a bucket. */
function isPossibleBucket(pattern: string): boolean {
  const [name = ''] = pattern.split('/', 1)
  return isOpen(name) || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)
}

function isOpen(name: string): boolean {
  return /[*?$]/.test(name)
}

/** Actions that apply to none of the resources: object actions on a bare bucket, the list of buckets on one bucket. */
function unmatchedActions(statement: Place): PolicyFinding[] {
  const resources = textsOf(statement, 'Resource').map(({ value }) => value)
  if (resources.length === 0) return []
  // By the kind of resource: among hundreds of names, only that makes a difference.
  const reached = new Map<string, boolean>()
  const isReached = (action: string) => {
    const target = action === LIST_BUCKETS ? 'server' : OBJECT_ACTIONS.has(action) ? 'object' : 'bucket'
    const known = reached.get(target) ?? reaches(action, resources)
    reached.set(target, known)
    return known
  }
  return textsOf(statement, 'Action').flatMap((place) => {
    const meant = POLICY_ACTIONS.s3.filter((known) => !known.includes('*') && matchesWildcard(place.value, known))
    if (meant.length === 0 || meant.some(isReached)) return []
    return [at(place, 'MatchesNothing', 'warning', place.value)]
  })
}

function reaches(action: string, resources: readonly string[]): boolean {
  return resources.some((resource) => {
    const policy = parsePolicy({ Statement: [{ Effect: 'Allow', Action: action, Resource: resource }] })
    if (action === LIST_BUCKETS) return evaluate([policy], { action }) === 'allow'
    const [bucket = ''] = (policy.statements[0]?.resources[0] ?? '').split('/', 1)
    return couldAllow([policy], { actions: [action], ...(!isOpen(bucket) && { resource: bucket }) })
  })
}

function conditionFindings(statement: Place, { kind }: PolicyRole): PolicyFinding[] {
  const actions = textsOf(statement, 'Action').map(({ value }) => value)
  const keysOf = kind === 'bucket' ? s3ConditionKeysOf : conditionKeysOf
  const keys = [...new Set(actions)].filter(isKnownAction).map((action) => ({ action, supported: keysOf(action) }))
  return (fieldOf(statement, 'Condition')?.fields ?? []).flatMap((operator) => {
    const wrongType = mustBeObject(operator.place, operator.name)
    if (wrongType.length > 0) return wrongType
    const findings = isOperator(operator.name)
      ? []
      : [at(operator, 'UnknownOperator', 'error', operator.name, nearest(operator.name, CONDITION_OPERATORS))]
    for (const key of operator.place.fields) {
      const strange = keys.find(({ supported }) => !supported.has(keyName(key.name)))
      if (isAwsConditionKey(key.name)) findings.push(at(key, 'AwsConditionKey', 'error', key.name))
      else if (!isConditionKey(key.name)) {
        findings.push(at(key, 'UnknownConditionKey', 'error', key.name, nearest(key.name, CONDITION_KEYS)))
      } else if (strange !== undefined) findings.push(at(key, 'KeyNotForAction', 'error', key.name, strange.action))
      else if (isOperator(operator.name)) findings.push(...valueFindings(operator.name, key))
    }
    return findings
  })
}

function valueFindings(operator: string, key: Place['fields'][number]): PolicyFinding[] {
  try {
    for (const condition of readConditions({ [operator]: { [key.name]: key.place.value } })) checkedCondition(condition)
    return []
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error
    return [at(key.place, 'BadCondition', 'error', error.message)]
  }
}

function isOperator(name: string): boolean {
  const parts = name.split(':')
  const isQualified = parts.length === 2 && CONDITION_QUALIFIERS.some((qualifier) => qualifier === parts[0])
  return CONDITION_OPERATORS.includes(isQualified ? (parts[1] ?? '') : name)
}

function principalFindings(statement: Place, { kind }: PolicyRole): PolicyFinding[] {
  const principal = fieldOf(statement, 'Principal')
  if (kind === 'identity') return principal === undefined ? [] : [at(principal, 'PrincipalIgnored', 'warning')]
  if (principal === undefined) return [at(opening(statement), 'NoPrincipal', 'error')]
  if (!isValidPrincipal(principal.value)) return [at(principal, 'BadPrincipal', 'error')]
  const named = principal.value === '*' ? [principal] : placesOf(fieldOf(principal, 'AWS'))
  const isAllow = fieldOf(statement, 'Effect')?.value === 'Allow'
  // Bucket policies are evaluated for anonymous requests only, whose account has no name.
  const isAnonymous = ({ value }: Place) => matchesPrincipal(String(value), '')
  const anonymous = named.find(isAnonymous)
  return [
    ...unknownFields(principal, ['AWS']),
    ...named.filter((place) => !isAnonymous(place)).map((place) => at(place, 'PrincipalMatchesNobody', 'warning')),
    ...(anonymous && isAllow ? [at(anonymous, 'PublicPrincipal', 'warning')] : []),
    ...(anonymous && !isAllow ? [at(anonymous, 'DeniesAnonymousOnly', 'info')] : []),
  ]
}

function isValidPrincipal(value: unknown): boolean {
  try {
    return readPrincipals(value).length > 0
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error
    return false
  }
}

type TextPlace = Place & { value: string }

function textsOf(statement: Place, field: string): TextPlace[] {
  return placesOf(fieldOf(statement, field)).filter((place): place is TextPlace => typeof place.value === 'string')
}

/** One action of a service other than S3 makes it a statement of that service. */
function serviceOf(actions: readonly TextPlace[]): (typeof OWN_SERVICES)[number] | undefined {
  return OWN_SERVICES.find((service) =>
    actions.some(({ value }) => (POLICY_ACTIONS[service] as readonly string[]).includes(value)),
  )
}

function isKnownAction(action: string): boolean {
  return ALL_ACTIONS.includes(action) || POLICY_ACTIONS.s3.some((known) => matchesWildcard(action, known))
}
