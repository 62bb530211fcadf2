import { type AttachedPolicy, effectivePermissions } from '@cooperage/wire/policy'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { effective } from '../../messages/en/effective.ts'
import { startMessages } from '../../messages/i18n.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { filteredSummary, type PermissionFilter } from './decisions.ts'
import { permissionsTable, placeOfResource } from './permissions-table.ts'

beforeAll(startMessages)

const statement = (Effect: string, Action: string[], ...resources: string[]) => ({
  ...{ Effect, Action },
  Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
})
const allow = (actions: string[], ...resources: string[]) => statement('Allow', actions, ...resources)
const deny = (actions: string[], ...resources: string[]) => statement('Deny', actions, ...resources)
const ONLY_HERE = { Condition: { NotIpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } } }

const summaryOf = (...policies: object[][]) =>
  effectivePermissions(
    policies.map((statements): AttachedPolicy => {
      const document = { Version: '2012-10-17', Statement: statements }
      return { kind: 'identity', name: 'p', attachedTo: 'anna', document }
    }),
    { account: 'anna', groups: [] },
  ).summary

/** The rows of the file; statements are `0.2`: the second one of the first policy. */
async function table(filter: PermissionFilter, ...policies: object[][]) {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { effective } }, interpolation: { escapeValue: false } })
  const summary = filteredSummary(summaryOf(...policies), filter)
  const name = ({ policy, number }: { policy: number; number: number }) => `${policy}.${number}`
  const [header, rows] = permissionsTable(
    summary,
    i18n.getFixedT('en', 'effective') as unknown as Translate<'effective'>,
    name,
  )
  return { header, rows: [...rows], denials: summary.denials.map(name) }
}

test.each([
  ['photos', { bucket: 'photos', prefix: '' }],
  ['photos/*', { bucket: 'photos', prefix: '' }],
  ['photos/team/2026/*', { bucket: 'photos', prefix: 'team/2026/' }],
  ['photos/team/a*', { bucket: 'photos', prefix: 'team/' }],
  [`homes/\${aws:username}/*`, { bucket: 'homes', prefix: '' }],
  ['*', undefined],
  ['pho*', undefined],
  ['pho*/x', undefined],
  ['', undefined],
])('the place of %j', (resource, expected) => {
  expect(placeOfResource(resource)).toEqual(expected)
})

test('a file has a row for each resource and area, with the statements that decide', async () => {
  const { header, rows } = await table(
    '',
    [
      { Effect: 'Allow', Action: ['s3:GetObject'], NotResource: ['arn:aws:s3:::photos/a/*'] },
      { ...allow(['s3:PutObject'], 'photos/*'), ...ONLY_HERE },
    ],
    [allow(['admin:GetUser'])],
  )
  expect(header).toEqual(['Resource', 'Except', 'Access', 'Conditional', 'Partly denied', 'Deciding statements'])
  expect(rows).toEqual([
    ['All buckets and objects', 'photos/a/*', 'Read', '', '', 'Allowed by: 0.1'],
    ['photos/*', '', '', 'Write', '', 'Allowed by: 0.2'],
    ['Users', '', 'admin:GetUser', '', '', 'Allowed by: 1.1'],
  ])
})

test('each resource of a statement names the Deny statements that concern it, and no others', async () => {
  const { rows } = await table('', [
    allow(['s3:GetObject'], 'a/*', 'b/*', 'c/*'),
    deny(['s3:GetObject'], 'a/private/*'),
    deny(['s3:GetObject'], 'b/private/*'),
  ])
  expect(rows.map(([resource, , , , narrowed, decided]) => [resource, narrowed, decided])).toEqual([
    ['a/*', 'Yes', 'Allowed by: 0.1; Denied by: 0.2'],
    ['b/*', 'Yes', 'Allowed by: 0.1; Denied by: 0.3'],
    ['c/*', '', 'Allowed by: 0.1'],
  ])
})

test('all buckets and all administration name their own Deny statements, as an area does', async () => {
  const { rows } = await table('', [
    allow(['s3:*'], '*'),
    allow(['admin:*']),
    deny(['s3:GetObject'], 'a/*'),
    { ...deny(['admin:DeleteUser']), ...ONLY_HERE },
  ])
  const decided = new Map(rows.map((row) => [row[0], row.at(-1)]))
  expect(decided.get('All buckets and objects')).toBe('Allowed by: 0.1; Denied by: 0.3')
  expect(decided.get('Full administration of the server')).toBe('Allowed by: 0.2; Denied by: 0.4')
  expect(decided.get('Users')).toBe('Allowed by: 0.2; Denied by: 0.4')
  expect(decided.get('Groups')).toBe('Allowed by: 0.2')
  expect(rows.find(([name]) => name === 'Users')?.[4]).toBe('Yes')
})

test('under a filter, only statements about the kind of access are named', async () => {
  const policies = [
    [
      allow(['s3:GetObject'], 'photos/*'),
      allow(['s3:DeleteObject'], 'photos/*'),
      deny(['s3:GetObject'], 'photos/a/*'),
      deny(['s3:DeleteObject'], 'photos/b/*'),
    ],
  ]
  expect(await table('delete', ...policies)).toMatchObject({
    rows: [['photos/*', '', 'Read, Delete', '', 'Yes', 'Allowed by: 0.2; Denied by: 0.4']],
    denials: ['0.4'],
  })
  expect(await table('administration', ...policies)).toMatchObject({ rows: [], denials: [] })
  expect(await table('list', ...policies)).toMatchObject({ rows: [], denials: [] })
})

test('a Deny of actions that only support others stays with the entries that name it', async () => {
  const policies = [
    [allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], 'a/*'), deny(['s3:DeleteObjectVersion'], 'a/*')],
  ]
  expect(await table('delete', ...policies)).toMatchObject({
    rows: [['a/*', '', 'Delete', '', 'Yes', 'Allowed by: 0.1; Denied by: 0.2']],
    denials: ['0.2'],
  })
})

test('an entry names the first of many statements', () => {
  const many = Array.from({ length: 30 }, () => allow(['s3:GetObject'], 'photos/*'))
  const { resources, decisions } = summaryOf(many)
  const decision = decisions[resources[0]?.decision ?? -1]
  expect([decision?.allows.length, decision?.allows[0], decision?.hasMore]).toEqual([
    20,
    { policy: 0, number: 1, kinds: ['read'] },
    true,
  ])
})

test('entries with the same statements share what decides', () => {
  const names = Array.from({ length: 300 }, (_, index) => `bucket-${index}/*`)
  const { resources, decisions } = summaryOf([allow(['s3:GetObject'], ...names)])
  expect([resources.length, decisions.length]).toEqual([300, 1])
})
