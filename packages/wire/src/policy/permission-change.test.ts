import { expect, test } from 'vitest'
import { effectivePermissions, type PermissionDifference, type PermissionSummary } from './effective-permissions.ts'
import { permissionChange } from './permission-change.ts'

const statement = (Effect: string, Action: string[], resources: string[], more: object = {}) => ({
  Effect,
  Action,
  ...(resources.length > 0 && { Resource: resources.map((resource) => `arn:aws:s3:::${resource}`) }),
  ...more,
})
const allow = (actions: string[], ...resources: string[]) => statement('Allow', actions, resources)
const deny = (actions: string[], ...resources: string[]) => statement('Deny', actions, resources)

function summaryOf(...statements: object[]): PermissionSummary {
  const document = { Version: '2012-10-17', Statement: statements }
  const policy = { kind: 'identity' as const, name: 'p', attachedTo: 'alice', document }
  return effectivePermissions([policy], { account: 'alice', groups: [] }).summary
}

/** `photos/*: read!`: kinds, those under conditions, and a mark where only a part is concerned. */
function words({ fullAccess, resources, administration }: PermissionDifference): string[] {
  return [
    ...fullAccess.map(({ scope }) => scope),
    ...resources.map(({ resource, kinds, conditionalKinds, isNarrowed }) => {
      const all = [...kinds, ...conditionalKinds.map((kind) => `(${kind})`)]
      return `${resource}: ${all.join(' ')}${isNarrowed ? '!' : ''}`
    }),
    ...administration.map(({ area, actions }) => `${area}: ${actions.join(' ')}`),
  ]
}

const READ_PHOTOS = allow(['s3:GetObject'], 'photos/*')
const WRITE_PHOTOS = allow(['s3:PutObject'], 'photos/*')
const FROM_OFFICE = { Condition: { IpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } } }

test.each<[string, object[], object[], string[], string[]]>([
  ['nothing', [READ_PHOTOS], [READ_PHOTOS], [], []],
  ['another kind on the same resource', [READ_PHOTOS], [READ_PHOTOS, WRITE_PHOTOS], ['photos/*: write'], []],
  ['all of it', [READ_PHOTOS], [], [], ['photos/*: read']],
  ['a resource inside another', [allow(['s3:GetObject'], '*')], [READ_PHOTOS], [], ['*: read']],
  ['a resource around another', [READ_PHOTOS], [allow(['s3:GetObject'], '*')], ['*: read'], []],
  [
    'a condition that is new',
    [READ_PHOTOS],
    [statement('Allow', ['s3:GetObject'], ['photos/*'], FROM_OFFICE)],
    [],
    ['photos/*: read'],
  ],
  [
    'a condition that falls away',
    [statement('Allow', ['s3:GetObject'], ['photos/*'], FROM_OFFICE)],
    [READ_PHOTOS],
    ['photos/*: read'],
    [],
  ],
  ['a Deny of a part', [READ_PHOTOS], [READ_PHOTOS, deny(['s3:GetObject'], 'photos/raw/*')], [], ['photos/*: read!']],
  ['a Deny of everything', [READ_PHOTOS], [READ_PHOTOS, deny(['s3:*'], '*')], [], ['photos/*: read']],
  [
    'actions of administrators',
    [allow(['admin:GetUser'])],
    [allow(['admin:GetUser', 'admin:CreateUser'])],
    ['users: admin:CreateUser'],
    [],
  ],
])('a change of %s', (_what, before, after, gained, lost) => {
  const change = permissionChange(summaryOf(...before), summaryOf(...after))
  expect([words(change.gained), words(change.lost)]).toEqual([gained, lost])
})

test('full access is gained and lost', () => {
  const change = permissionChange(summaryOf(READ_PHOTOS), summaryOf(allow(['s3:*'], '*')))
  expect(words(change.gained)).toContain('storage')
  expect(words(change.lost)).toEqual([])
})

test('reports what remains of a lost resource as kept', () => {
  const before = summaryOf(allow(['s3:*'], '*'))
  const { gained, lost, kept } = permissionChange(before, summaryOf(READ_PHOTOS))
  expect(words(gained)).toEqual([])
  expect(words(lost)).toContain('storage')
  expect(words({ fullAccess: [], resources: kept, administration: [] })).toEqual(['photos/*: read'])
})
