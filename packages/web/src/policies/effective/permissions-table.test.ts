import type { EffectivePermissions, EffectiveStatement } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { effective } from '../../messages/en/effective.ts'
import { startMessages } from '../../messages/i18n.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { decisionsIn, filteredSummary } from './decisions.ts'
import { permissionsTable, placeOfResource } from './permissions-table.ts'

beforeAll(startMessages)

const STATEMENT: EffectiveStatement = {
  ...{ number: 1, sid: '', text: '{}', effect: 'Allow', applies: 'always' },
  ...{ actions: [], notActions: [], resources: [], except: [], conditions: [] },
  ...{ access: [], administration: [], fullAccess: [], narrowedBy: [] },
}
const READ: EffectiveStatement = {
  ...STATEMENT,
  ...{ number: 2, except: ['photos/a/*'] },
  access: [{ resource: 'photos/*', kinds: ['read'], isNarrowed: false }],
}
const POLICY: EffectivePermissions['policies'][number] = {
  ...{ source: { kind: 'identity', policy: 'p', attachedTo: 'anna' }, statements: [], unreadable: [] },
}
const PHOTOS = {
  ...{ resource: 'photos/*', except: ['photos/a/*'], isNarrowed: false },
  ...{ kinds: ['read' as const], conditionalKinds: ['write' as const] },
}
const GET_USER = { area: 'users' as const, level: 'partial' as const, actions: ['admin:GetUser'] }
const RESPONSE: Pick<EffectivePermissions, 'summary' | 'policies'> = {
  summary: {
    fullAccess: [{ scope: 'storage', isConditional: false, isNarrowed: true }],
    resources: [PHOTOS],
    administration: [{ ...GET_USER, isConditional: true }],
    denials: [{ policy: 1, number: 1 }],
  },
  policies: [
    {
      ...POLICY,
      statements: [
        { ...STATEMENT, fullAccess: ['storage'], narrowedBy: [{ policy: 1, number: 1 }] },
        READ,
        { ...STATEMENT, number: 3, administration: [GET_USER] },
        { ...READ, number: 4, applies: 'never' },
      ],
    },
    {
      ...POLICY,
      statements: [
        { ...READ, number: 1, effect: 'Deny', access: [{ resource: '*', kinds: ['write'], isNarrowed: false }] },
        { ...READ, number: 2 },
      ],
    },
  ],
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

test('a file has a row for each scope, resource and area, with the statements that decide', async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { effective } }, interpolation: { escapeValue: false } })
  const t = i18n.getFixedT('en', 'effective') as unknown as Translate<'effective'>
  const [header, rows] = permissionsTable(RESPONSE, t, ({ policy, number }) => {
    return `${policy}.${number}`
  })
  expect(header).toEqual(['Resource', 'Except', 'Access', 'Under a condition', 'Partly denied', 'Deciding statements'])
  expect(rows).toEqual([
    ['All buckets and objects', '', 'Everything', '', 'Yes', 'Allows: 0.1; Denies: 1.1'],
    ['photos/*', 'photos/a/*', 'Read', 'Write', '', 'Allows: 0.2; Allows: 1.2'],
    ['Users', '', 'admin:GetUser', 'Yes', '', 'Allows: 0.3'],
  ])
})

test('a file names the first of many statements', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ ...READ, number: index + 1 }))
  const { allows, hasMore } = decisionsIn([{ ...POLICY, statements: many }], [PHOTOS]).ofResource(PHOTOS)
  expect([allows.length, allows[0], hasMore]).toEqual([20, { policy: 0, number: 1 }, true])
})

test('permissions are filtered by a kind of access, and by administration', () => {
  expect(filteredSummary(RESPONSE, '')).toBe(RESPONSE.summary)
  expect(filteredSummary(RESPONSE, 'write')).toEqual({ ...RESPONSE.summary, administration: [] })
  expect(filteredSummary(RESPONSE, 'list').resources).toEqual([])
  expect(filteredSummary(RESPONSE, 'list').denials).toEqual([])
  expect(filteredSummary(RESPONSE, 'administration')).toEqual({
    ...{ fullAccess: [], resources: [], denials: [] },
    administration: RESPONSE.summary.administration,
  })
})
