import { describe, expect, test } from 'vitest'
import { type AuthorizationRequest, authorize, type NamedPolicy, type Rights } from './authorize.ts'
import { type Policy, parsePolicy } from './document.ts'
import { type Explanation, explain } from './explain.ts'

const policyOf = (...statements: object[]) => parsePolicy({ Version: '2012-10-17', Statement: statements })
const named = (name: string, ...statements: object[]): NamedPolicy => ({ name, policy: policyOf(...statements) })
const allow = (Action: string, resource: string, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource: `arn:aws:s3:::${resource}`,
  ...more,
})

describe('explain', () => {
  test('gives for each statement the reason why it does not apply', () => {
    const onlyHome = { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }
    const rights: Rights = {
      identity: [named('own', allow('s3:PutObject', '*'), allow('s3:GetObject', 'docs/*'))],
      groups: [named('of-group', allow('s3:GetObject', 'photos/*', onlyHome), allow('s3:GetObject', 'photos/*'))],
    }
    const request = { action: 's3:GetObject', bucket: 'photos', object: 'a', context: { SourceIp: '192.0.2.1' } }

    const { verdict, documents } = explain(rights, request)

    expect(verdict).toMatchObject({ decision: 'allow', where: { kind: 'group', name: 'of-group' } })
    expect(documents.map(({ where, statements }) => [where.name, statements.map((one) => one.mismatch)])).toEqual([
      ['own', ['action', 'resource']],
      ['of-group', ['condition', undefined]],
    ])
    expect(documents[1]?.statements[0]?.conditionKey).toBe('aws:SourceIp')
  })

  test('names the permission that decided where another one includes it', () => {
    const rights: Rights = { identity: [named('own', allow('s3:ListBucket', 'photos'))] }

    expect(explain(rights, { action: 's3:ListBucketVersions', bucket: 'photos' })).toMatchObject({
      verdict: { decision: 'allow' },
      action: 's3:ListBucket',
    })
    const denied: Rights = { identity: [named('own', { ...allow('s3:*', '*'), Effect: 'Deny' })] }
    expect(explain(denied, { action: 's3:DeleteObject', bucket: 'b', object: 'k', versionId: 'null' }).action).toBe(
      's3:DeleteObjectVersion',
    )
  })

  test('evaluates the bucket policy for anonymous requests only, with its principals', () => {
    const bucket = policyOf(allow('s3:GetObject', 'photos/*', { Principal: { AWS: ['alice'] } }))
    const request = { action: 's3:GetObject', bucket: 'photos', object: 'a' }

    expect(explain({ isAnonymous: true, bucket }, request).documents).toMatchObject([
      { where: { kind: 'bucket' }, statements: [{ mismatch: 'principal' }] },
    ])
    expect(explain({ bucket }, request).documents).toEqual([])
    expect(explain({ isOwner: true }, request)).toMatchObject({ verdict: { decision: 'allow' }, documents: [] })
  })
})

const SEED = Number(process.env.COOPERAGE_TEST_SEED ?? 20261121)
const RUNS = 8_000 * Number(process.env.COOPERAGE_TEST_SCALE ?? 1)

test(`never differs from what authorize decides, and its statements explain the verdict (seed ${SEED})`, () => {
  const chance = chances(SEED)
  const seen = new Map<string, number>()
  for (let run = 0; run < RUNS; run++) {
    const rights = randomRights(chance)
    const request = randomRequest(chance)
    const explanation = explain(rights, request)
    const shown = JSON.stringify({ rights, request, explanation })
    expect(explanation.verdict, shown).toEqual(authorize(rights, request))
    expect(problem(rights, request, explanation), shown).toBeUndefined()
    const { decision, where } = explanation.verdict
    seen.set(`${decision} ${where.kind}`, (seen.get(`${decision} ${where.kind}`) ?? 0) + 1)
  }
  // A kind of verdict that the random cases never produce isn't tested.
  for (const kind of ['identity', 'group', 'session', 'service-account', 'bucket']) {
    for (const decision of ['deny', 'none']) expect(seen.get(`${decision} ${kind}`) ?? 0).toBeGreaterThan(20)
  }
  for (const kind of ['identity', 'group', 'bucket', 'owner']) {
    expect(seen.get(`allow ${kind}`) ?? 0).toBeGreaterThan(20)
  }
})

/** Contradictions between the list of statements and the verdict. */
function problem(rights: Rights, request: AuthorizationRequest, { verdict, action, documents }: Explanation) {
  const applying = (effect: string) =>
    documents.flatMap(({ where, statements }) =>
      statements
        .filter((one) => one.statement.effect === effect && one.mismatch === undefined)
        .map((one) => ({ where, ...one })),
    )
  const isListed = (effect: string) =>
    applying(effect).some(
      ({ where, index, statement }) =>
        where.kind === verdict.where.kind &&
        where.name === verdict.where.name &&
        index === verdict.statement?.index &&
        statement === verdict.statement?.statement,
    )
  if (verdict.decision === 'deny') return isListed('Deny') ? undefined : 'the denying statement does not apply'
  if (applying('Deny').length > 0) return 'a Deny applies and did not decide'
  if (verdict.decision === 'none') {
    const isOfPlace = (kind: string) =>
      kind === verdict.where.kind || (verdict.where.kind === 'identity' && kind === 'group')
    const isMissing = !applying('Allow').some(({ where }) => isOfPlace(where.kind))
    return isMissing ? undefined : 'an Allow applies where one is said to be missing'
  }
  const needsNone = verdict.where.kind === 'owner' || request.unlessDenied || action === 's3:DeleteObjectVersion'
  if (!needsNone && !isListed('Allow')) return 'the allowing statement does not apply'
  const limit = rights.isAnonymous ? undefined : documents.find(({ where }) => isLimit(where.kind))
  const isLimited = limit?.statements.every((one) => one.mismatch !== undefined || one.statement.effect === 'Deny')
  return isLimited ? 'the limit allows none of it' : undefined
}

function isLimit(kind: string): boolean {
  return kind === 'session' || kind === 'service-account'
}

const ACTIONS = ['s3:GetObject', 's3:ListBucket', 's3:ListBucketVersions', 's3:DeleteObject', 'admin:ServerInfo']
const PATTERNS = [...ACTIONS, 's3:*', '*', 's3:Get*', 's3:DeleteObjectVersion', 's3:List*']
const RESOURCES = ['*', 'photos', 'photos/*', 'docs/*', `photos/\${aws:username}/*`, 'photos/a']
const CONDITIONS = [
  { StringLike: { 's3:prefix': ['a*'] } },
  { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
  { StringEquals: { 'aws:username': ['alice'] } },
  { Nonsense: { 'aws:username': ['alice'] } },
]

interface Chance {
  (probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** mulberry32 */
function chances(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const chance = (probability: number) => next() < probability
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return Object.assign(chance, { pick })
}

function randomPolicy(chance: Chance): Policy {
  const statements = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => ({
    Effect: chance(0.75) ? 'Allow' : 'Deny',
    [chance(0.9) ? 'Action' : 'NotAction']: [chance.pick(PATTERNS), chance.pick(PATTERNS)],
    [chance(0.85) ? 'Resource' : 'NotResource']: [`arn:aws:s3:::${chance.pick(RESOURCES)}`],
    Principal: { AWS: [chance.pick(['*', '*', 'alice'])] },
    ...(chance(0.3) && { Condition: chance.pick(CONDITIONS) }),
  }))
  return policyOf(...statements)
}

function randomRights(chance: Chance): Rights {
  const some = (prefix: string): NamedPolicy[] =>
    Array.from({ length: chance.pick([0, 1, 2]) }, (_, at) => ({
      name: `${prefix}${at}`,
      policy: randomPolicy(chance),
    }))
  return {
    ...(chance(0.1) && { isOwner: true }),
    ...(chance(0.2) && { isAnonymous: true }),
    identity: some('own'),
    groups: some('group'),
    ...(chance(0.25) && { session: randomPolicy(chance) }),
    ...(chance(0.25) && { serviceAccount: chance(0.2) ? parsePolicy({}) : randomPolicy(chance) }),
    ...(chance(0.8) && { bucket: randomPolicy(chance) }),
  }
}

function randomRequest(chance: Chance): AuthorizationRequest {
  return {
    action: chance.pick(ACTIONS),
    bucket: chance.pick(['photos', 'docs', '']),
    object: chance.pick(['', 'a', 'alice/k']),
    context: {
      ...(chance(0.7) && { username: chance.pick(['alice', 'bob']) }),
      ...(chance(0.5) && { SourceIp: chance.pick(['10.1.2.3', '192.0.2.1']) }),
      ...(chance(0.5) && { prefix: chance.pick(['a', 'b']) }),
    },
    ...(chance(0.1) && { unlessDenied: true }),
    ...(chance(0.3) && { versionId: 'null' }),
  }
}
