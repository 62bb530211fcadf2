/**
 * Generates random pairs. Most come as twins: one is changed in a single element (an effect, an action, a resource, a
 * principal, a condition's operator or value, or one word of the request) such that the verdict is the other.
 */
import { conditionKeysOf } from '@cooperage/wire/policy'
import { mutations } from './mutate.ts'
import { NEW_KEYS, OBJECTS, OPERATION_NAMES, operationOf } from './operations.ts'
import {
  type CallerKind,
  type Grant,
  isAllowed,
  isStorable,
  type Names,
  named,
  type Pair,
  type PairRequest,
  type PolicyDocument,
  type StatementDocument,
} from './pair.ts'
import { actionWords, CONDITION_WORDS, resourceWords } from './pools.ts'
import type { Random } from './random.ts'

/** Placeholders during generation; every grant gets unique names later. */
const NAMES: Names = { user: 'user-0', bucket: 'shared' }
const MOST_TRIES = 60

/** Pairs with their twins, each twin right after its pair. */
export function generatePairs(random: Random, count: number): Pair[] {
  const pairs: Pair[] = []
  while (pairs.length < count) {
    const pair = randomPair(random)
    if (pair === undefined || isDisputed(pair)) continue
    const twin = twinOf(pair, random)
    if (twin !== undefined) pairs.push(pair, twin)
    else if (random.chance(0.1)) pairs.push(pair)
  }
  return pairs
}

function verdict(pair: Pair): boolean {
  return isAllowed(named(pair, NAMES), NAMES.user)
}

function twinOf(pair: Pair, random: Random): Pair | undefined {
  const wanted = !verdict(pair)
  const tries = random.shuffled(mutations(pair, random)).slice(0, MOST_TRIES)
  // Changes to the policies are more revealing than changes to the request.
  tries.sort((a, b) => Number(a.changed === 'request') - Number(b.changed === 'request'))
  return tries.find((twin) => verdict(twin) === wanted && !isDisputed(twin) && isStorable(twin.grant, NAMES))
}

/** Whether the engine deliberately differs from MinIO here; `differences.test.ts` has a case for each. */
function isDisputed({ grant, request }: Pair): boolean {
  const documents = [...grant.identity, ...grant.group, grant.limit, grant.bucket]
  const statements = documents.flatMap((document) => document?.Statement ?? [])
  if (request.operation === 'ListObjectVersions') return statements.some(({ Effect }) => Effect === 'Deny')
  const text = JSON.stringify(statements)
  if (request.operation === 'PutObject') {
    return text.includes('s3:ExistingObjectTag') || (request.isPresigned && text.includes('s3:signatureAge'))
  }
  if (['CopyObject', 'GetObjectAttributes'].includes(request.operation)) return text.includes('s3:ExistingObjectTag')
  return operationOf(request.operation).about === 'object' && text.includes('s3:RequestObjectTag')
}

function randomPair(random: Random): Pair | undefined {
  const caller = randomCaller(random)
  const request = randomRequest(random, caller)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const grant = randomGrant(random, caller, request)
    if (isStorable(grant, NAMES)) return { grant, request }
  }
  return undefined
}

function randomCaller(random: Random): CallerKind {
  const kinds: [CallerKind, number][] = [
    ['user', 45],
    ['session', 20],
    ['service-account', 8],
    ['root-session', 7],
    ['anonymous', 20],
  ]
  return random.pick(kinds.flatMap(([kind, weight]) => Array<CallerKind>(weight).fill(kind)))
}

function randomRequest(random: Random, caller: CallerKind): PairRequest {
  const common = ['GetObject', 'PutObject', 'DeleteObject', 'ListObjectsV2', 'ListObjectsV2', 'GetObject'] as const
  const operation = random.chance(0.4) ? random.pick(common) : random.pick(OPERATION_NAMES)
  const { about } = operationOf(operation)
  if (about === 'admin' && caller === 'anonymous') return randomRequest(random, caller)
  const headers: Record<string, string> = {}
  const query: Record<string, string> = {}
  if (random.chance(0.4)) headers['user-agent'] = random.pick(['parity/1', 'curl/8'])
  if (random.chance(0.2)) headers.referer = 'http://example.com/page'
  if (operation === 'PutObject' && random.chance(0.5)) {
    headers['x-amz-storage-class'] = random.pick(['STANDARD', 'REDUCED_REDUNDANCY'])
  }
  if (operation === 'PutObject' && random.chance(0.5)) {
    headers['x-amz-tagging'] = random.pick(['team=red', 'team=blue&stage=final', 'stage=x'])
  }
  if (operation === 'CopyObject') {
    headers['x-amz-copy-source'] = `/{bucket}/${random.pick(['docs/a.txt', 'readme'])}`
    if (random.chance(0.5)) headers['x-amz-metadata-directive'] = random.pick(['COPY', 'REPLACE'])
  }
  if (operation === 'GetObjectAttributes') headers['x-amz-object-attributes'] = 'ETag'
  if (operation === 'DeleteObject' && random.chance(0.4)) query.versionId = 'null'
  if (operation.startsWith('ListObject')) {
    if (random.chance(0.7)) query.prefix = random.pick(['docs/', 'home/{user}/', '', 'docs/b'])
    if (random.chance(0.5)) query.delimiter = random.pick(['/', '-'])
    if (random.chance(0.5)) query['max-keys'] = random.pick(['10', '100', '5'])
  }
  const keys = about === 'object' ? Object.keys(OBJECTS) : about === 'new-object' ? NEW_KEYS : ['']
  const isPresigned = caller !== 'anonymous' && about !== 'admin' && random.chance(0.12)
  return { operation, bucket: '{bucket}', key: random.pick(keys), query, headers, isPresigned }
}

function randomGrant(random: Random, caller: CallerKind, request: PairRequest): Grant {
  const document = (use: 'canned' | 'limit' | 'bucket') => randomDocument(random, request, use)
  const grant: Grant = { caller, identity: [], group: [] }
  if (caller === 'anonymous') return { ...grant, bucket: document('bucket') }
  if (caller === 'root-session') return { ...grant, limit: document('limit') }
  grant.identity.push(document('canned'))
  // The group's policy applies alone or together with the account's own.
  if (caller === 'user' && random.chance(0.2)) grant.group.push(document('canned'))
  if (grant.group.length > 0 && random.chance(0.5)) grant.identity.pop()
  if (caller === 'user') return random.chance(0.2) ? { ...grant, bucket: document('bucket') } : grant
  return { ...grant, limit: document('limit') }
}

function randomDocument(random: Random, request: PairRequest, use: 'canned' | 'limit' | 'bucket'): PolicyDocument {
  const count = 1 + random.below(3)
  return {
    Version: '2012-10-17',
    Statement: Array.from({ length: count }, () => randomStatement(random, request, use)),
  }
}

function randomStatement(random: Random, request: PairRequest, use: 'canned' | 'limit' | 'bucket'): StatementDocument {
  const { action, bucket, key } = askedOf(request, random)
  const isAdmin = action.startsWith('admin:')
  // The bare star ignores resources in an account's policy, so it needs separate coverage.
  const actions = random.chance(0.03) ? ['*'] : random.some(favoured(actionWords(action), random), isAdmin ? 1 : 3)
  const resources = random.some(favoured(resourceWords(bucket, key), random), 2)
  const conditions = random.chance(0.55) ? randomConditions(random, actions) : {}
  return {
    Effect: random.chance(0.72) ? 'Allow' : 'Deny',
    ...(use === 'bucket' ? { Principal: random.pick(PRINCIPALS) } : {}),
    // MinIO stores this only in the policies of accounts.
    ...(use === 'canned' && !isAdmin && random.chance(0.08) ? { NotAction: actions } : { Action: actions }),
    ...(isAdmin && random.chance(0.8) ? {} : random.chance(0.1) ? { NotResource: resources } : { Resource: resources }),
    ...(Object.keys(conditions).length === 0 ? {} : { Condition: conditions }),
  }
}

const PRINCIPALS = [
  '*',
  '*',
  { AWS: ['*'] },
  { AWS: '*' },
  { AWS: ['somebody', '*'] },
  { AWS: ['?'] },
  { AWS: ['somebody'] },
]

function askedOf(request: PairRequest, random: Random) {
  return random.pick(operationOf(request.operation).asks(request).flat())
}

/** The first words always match, so they are picked more often. */
function favoured(words: readonly string[], random: Random): string[] {
  return random.chance(0.7) ? [...words.slice(0, 4)] : [...words]
}

function randomConditions(random: Random, actions: readonly string[]): NonNullable<StatementDocument['Condition']> {
  const supported = actions.map((action) => conditionKeysOf(action))
  const keys = Object.keys(CONDITION_WORDS).filter((key) => supported.every((one) => one.has(key.replace(/\/.*/, ''))))
  const conditions: NonNullable<StatementDocument['Condition']> = {}
  if (keys.length === 0) return conditions
  const special = keys.filter((key) => key.startsWith('s3:') && !key.startsWith('s3:signature'))
  for (const key of random.some(special.length > 0 && random.chance(0.6) ? special : keys, 2)) {
    const [operators, values] = random.pick(CONDITION_WORDS[key] ?? [])
    const operator = random.pick(operators)
    conditions[operator] = { ...conditions[operator], [key]: random.pick(values) }
  }
  return conditions
}
