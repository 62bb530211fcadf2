import { expect, test } from 'vitest'
import { ACCESS_KINDS, S3_ACTION_KINDS } from './access-kinds.ts'
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { authorize } from './authorize.ts'
import { certainty, couldAllow, type PossibilityQuery } from './could-allow.ts'
import { type Policy, parsePolicy, type Statement } from './document.ts'
import { effectivePermissions } from './effective-permissions.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { type KeyPermissions, keyPermissions } from './key-permissions.ts'
import { placeAccess } from './place-access.ts'
import { type ContextValues, contextValues, filledPattern } from './variables.ts'
import { ANYTHING, covers, intersects, isLiteral, literal, type Pattern, pattern } from './wildcard.ts'

const SEED = Number(process.env.COOPERAGE_TEST_SEED ?? 20261128)
const RUNS = 2_000 * Number(process.env.COOPERAGE_TEST_SCALE ?? 1)

/** The definition: each statement and each of its patterns, one after the other, for each question. */
function couldAllowByDefinition(policies: readonly Policy[], query: PossibilityQuery): boolean {
  const values = contextValues(query.known ?? {})
  const statements = policies.flatMap((policy) => policy.statements)
  const allows = (action: string): boolean => {
    const concerning = statements.filter((one) => concernsAction(one, action))
    const denies = concerning.filter((one) => one.effect === 'Deny' && certainty(one, values) === 'certain')
    const isOpen = (target: Pattern) => !denies.some((deny) => denied(deny, target, values))
    const targets = targetsOf(action, query.resource)
    if (query.unlessDenied) return targets.some(isOpen)
    return concerning
      .filter((one) => one.effect === 'Allow' && certainty(one, values) !== 'never')
      .some((one) =>
        targets.some(
          (target) => isOpen(target) && allowed(one, target, values).some((someResource) => isOpen(someResource)),
        ),
      )
  }
  return query.actions.some((one) => allows(one) || (one === 's3:ListBucketVersions' && allows('s3:ListBucket')))
}

function targetsOf(action: string, resource: string | undefined): Pattern[] {
  if (action.startsWith('admin:') || action.startsWith('sts:')) return [literal('/')]
  const [bucket, prefix = ''] = resource?.split(/\/(.*)/s) ?? []
  const itself = [...(bucket === undefined ? ANYTHING : literal(bucket)), ...literal('/')]
  const below = [...itself, ...literal(prefix), ...pattern(prefix === '' ? '?*' : '*')]
  if (action.includes('*') || action.startsWith('kms:')) return [itself, below]
  return [OBJECT_ACTIONS.has(action) ? below : itself]
}

const withSlash = (one: Pattern): Pattern[] => [one, [...one, ...literal('/')]]

function allowed(one: Statement, target: Pattern, values: ContextValues): Pattern[] {
  if (ignoresResources(one, {})) return [target]
  if (one.notResources.length > 0) {
    return one.notResources.some((resource) => covers(filledPattern(resource, values), target)) ? [] : [target]
  }
  if (one.resources.length === 0) return [target]
  return one.resources
    .flatMap((resource) => withSlash(filledPattern(resource, values, 'anything')))
    .filter((resource) => intersects(resource, target))
}

function denied(deny: Statement, target: Pattern, values: ContextValues): boolean {
  if (ignoresResources(deny, {})) return true
  if (deny.notResources.length > 0) {
    return !deny.notResources
      .flatMap((resource) => withSlash(filledPattern(resource, values, 'anything')))
      .some((resource) => intersects(resource, target))
  }
  if (deny.resources.length === 0) return true
  return deny.resources
    .map((resource) => filledPattern(resource, values))
    .flatMap((resource) => (isLiteral(resource) ? withSlash(resource) : [resource]))
    .some((resource) => covers(resource, target))
}

function keyPermissionsByDefinition(document: object, account: { name: string; documents: object[] }): KeyPermissions {
  const key = parsePolicy(document)
  const owner = account.documents.map(parsePolicy)
  const may = (policies: Policy[], action: string, resource?: string) =>
    couldAllowByDefinition(policies, {
      actions: [action],
      known: { username: account.name },
      ...(resource && { resource }),
    })
  const attached = { kind: 'service-account' as const, name: '', attachedTo: '', document }
  const { summary } = effectivePermissions([attached], { account: account.name, groups: [] })
  return {
    resources: summary.resources.map(({ resource, kinds, conditionalKinds }) => {
      const fixed = resource.split(/[*?]|\$\{/, 1)[0] ?? ''
      const target = fixed.includes('/') || fixed === resource ? fixed : undefined
      const named = ACCESS_KINDS.filter((kind) => kinds.includes(kind) || conditionalKinds.includes(kind))
      const isShared = (kind: string) =>
        S3_ACTION_KINDS.some(([action, of]) => of === kind && may([key], action, target) && may(owner, action, target))
      return { resource, kinds: named.filter(isShared), lacking: named.filter((kind) => !isShared(kind)) }
    }),
    administration: summary.administration.some(({ actions }) => actions.some((action) => may(owner, action))),
    isNarrower: !includesAll(key, owner),
  }
}

function includesAll(key: Policy, owner: readonly Policy[]): boolean {
  if (key.statements.some(({ effect }) => effect === 'Deny')) return false
  const { s3, admin, kms } = POLICY_ACTIONS
  const all = [...s3, ...admin, ...kms].filter((action) => !action.includes('*'))
  const grants = key.statements.filter(({ conditions, notResources }) => conditions.length + notResources.length === 0)
  const patternsOf = (one: Statement) =>
    ignoresResources(one, {}) || one.resources.length === 0
      ? [ANYTHING]
      : one.resources.map((resource) => filledPattern(resource, new Map()))
  return owner
    .flatMap(({ statements }) => statements.filter(({ effect }) => effect === 'Allow'))
    .every((statement) =>
      all
        .filter((action) => concernsAction(statement, action))
        .every((action) => {
          const giving = grants.filter((grant) => concernsAction(grant, action))
          if (!action.startsWith('s3:')) return giving.length > 0
          return patternsOf(statement).every((one) =>
            giving.some((grant) => patternsOf(grant).some((resource) => covers(resource, one))),
          )
        }),
    )
}

/** mulberry32 */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomNumbers(SEED)
const chance = (probability: number) => random() < probability
const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T
const several = <T>(some: readonly T[]) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(some))

const RESOURCES = ['*', 'b', 'b/*', 'b/x/*', 'b/x', 'b*', '*b', 'bc/*', '?/x/*', 'c/*', 'c/y?', `b/\${aws:username}/*`]
const ACTIONS = ['*', 's3:*', 's3:Get*', 's3:GetObject', 's3:PutObject', 's3:ListBucket', 's3:PutBucketPolicy']
const OTHERS = ['admin:*', 'admin:CreateUser', 'kms:*', 'kms:CreateKey', 'sts:*']
const CONDITIONS = [
  { StringEquals: { 'aws:username': 'alice' } },
  { StringEquals: { 'aws:username': 'bob' } },
  { StringLike: { 's3:prefix': 'x/*' } },
]

function randomStatement(): object {
  const [isDeny, isNotAction, isNotResource] = [chance(0.3), chance(0.1), chance(0.15)]
  return {
    Effect: isDeny ? 'Deny' : 'Allow',
    [isNotAction ? 'NotAction' : 'Action']: several(chance(0.15) ? OTHERS : ACTIONS),
    ...(chance(0.95) && {
      [isNotResource ? 'NotResource' : 'Resource']: several(RESOURCES).map((one) =>
        one === '*' ? one : `arn:aws:s3:::${one}`,
      ),
    }),
    ...(chance(0.15) && { Condition: pick(CONDITIONS) }),
  }
}

const randomPolicy = () => ({
  Version: '2012-10-17',
  Statement: Array.from({ length: 1 + Math.floor(random() * 4) }, randomStatement),
})

test(`couldAllow returns what its definition says (seed ${SEED})`, () => {
  const actions = ['s3:GetObject', 's3:PutObject', 's3:ListBucket', 's3:ListBucketVersions', 's3:*', 'admin:CreateUser']
  const resources = ['', 'b', 'b/x', 'b/x/', 'bc', 'c/y1', 'b/alice/']
  const results = { true: 0, false: 0 }
  for (let run = 0; run < RUNS; run++) {
    const documents = [randomPolicy(), ...(chance(0.3) ? [randomPolicy()] : [])]
    const policies = documents.map(parsePolicy)
    const resource = pick(resources)
    const query: PossibilityQuery = {
      actions: [pick([...actions, 'kms:CreateKey', 'kms:*'])],
      ...(resource && { resource }),
      known: chance(0.7) ? { username: 'alice' } : {},
      unlessDenied: chance(0.1),
    }
    const expected = couldAllowByDefinition(policies, query)
    expect(couldAllow(policies, query), JSON.stringify([documents, query])).toBe(expected)
    results[`${expected}`]++
  }
  expect(Math.min(results.true, results.false)).toBeGreaterThan(RUNS / 10)
})

test(`keyPermissions returns what its definition says (seed ${SEED})`, () => {
  for (let run = 0; run < RUNS / 10; run++) {
    const [key, account] = [randomPolicy(), { name: 'alice', documents: [randomPolicy(), randomPolicy()] }]
    if (chance(0.2)) account.documents.push(key)
    if (chance(0.1)) account.documents.splice(0, 2)
    expect(keyPermissions(key, account), JSON.stringify([key, account])).toEqual(
      keyPermissionsByDefinition(key, account),
    )
  }
})

test(`placeAccess never contradicts what authorize decides (seed ${SEED})`, () => {
  const requests = {
    list: { actions: ['s3:ListBucket'], objects: [''] },
    read: { actions: ['s3:GetObject'], objects: ['', '1', 'x/1', 'alice/1'] },
    write: { actions: ['s3:PutObject'], objects: ['', '1', 'x/1', 'alice/1'] },
    delete: { actions: ['s3:DeleteObject'], objects: ['', '1', 'x/1', 'alice/1'] },
    settings: { actions: ['s3:PutBucketPolicy', 's3:PutBucketTagging'], objects: [''] },
  }
  const results = { always: 0, sometimes: 0, no: 0 }
  for (let run = 0; run < RUNS; run++) {
    const documents = [randomPolicy(), randomPolicy()]
    const place = { bucket: 'b', prefix: pick(['', 'x/', 'alice/', 'c/']) }
    const { outcomes } = placeAccess(
      place,
      documents.map((document) => ({ kind: 'identity', document })),
      [{ kind: 'user', name: 'alice', groups: [], isDisabled: false, policies: [0, 1] }],
    )
    const identity = documents.map((document) => ({ name: '', policy: parsePolicy(document) }))
    for (const kind of ACCESS_KINDS) {
      const access = outcomes[0]?.[kind].access ?? 'no'
      results[access]++
      if (access === 'sometimes') continue
      const { actions, objects } = requests[kind]
      // A listing with the prefix of the place; without access also those of folders above and below.
      const prefixes = kind === 'list' && access === 'no' ? ['', place.prefix, `${place.prefix}1/`] : [place.prefix]
      for (const prefix of prefixes) {
        const decisions = actions.flatMap((action) =>
          objects.map((name) => {
            const object = OBJECT_ACTIONS.has(action) ? `${place.prefix}${name}` : ''
            if (OBJECT_ACTIONS.has(action) && object === '') return access === 'always'
            const context = { username: 'alice', userid: 'alice', ...(kind === 'list' && { prefix }) }
            return authorize({ identity }, { action, bucket: 'b', object, context }).decision === 'allow'
          }),
        )
        expect(new Set(decisions), JSON.stringify([documents, place, kind])).toEqual(new Set([access === 'always']))
      }
    }
  }
  expect(Math.min(...Object.values(results))).toBeGreaterThan(RUNS / 10)
})

test.each<[string, number, (index: number) => string, millis: number]>([
  ['200 buckets', 200, (index) => `bucket${index}/*`, 1_000],
  ['1,000 buckets', 1_000, (index) => `bucket${index}/*`, 5_000],
  ['1,000 folders of a bucket', 1_000, (index) => `data/user${index}/*`, 5_000],
])('a key with %s takes little processor time', (_, count, resource, millis) => {
  const arns = Array.from({ length: count }, (_, index) => `arn:aws:s3:::${resource(index)}`)
  const statement = (Effect: string, Resource: string[]) => ({ Effect, Action: 's3:*', Resource })
  const together = { Version: '2012-10-17', Statement: [statement('Allow', arns)] }
  const apart = { Version: '2012-10-17', Statement: arns.map((arn) => statement('Allow', [arn])) }
  const denied = statement(
    'Deny',
    arns.map((arn) => `${arn}x`),
  )
  const narrower = { ...together, Statement: [...together.Statement, denied] }
  const before = process.threadCpuUsage()
  for (const key of [together, apart, narrower]) {
    const { resources, isNarrower } = keyPermissions(key, { name: 'alice', documents: [apart] })
    expect([resources.length, isNarrower]).toEqual([count, key === narrower])
    expect(resources.every(({ lacking }) => lacking.length === 0)).toBe(true)
  }
  // Several times what it takes. Unlike the time on the clock, it doesn't grow while other programs run.
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(millis)
})
