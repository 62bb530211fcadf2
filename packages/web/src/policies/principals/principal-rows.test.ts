import type { BucketPrincipals, KindAccess } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { principals } from '../../messages/en/principals.ts'
import { startMessages } from '../../messages/i18n.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { decidingStatements, folderOf, principalRows } from './principal-rows.ts'
import { principalsTable } from './principals-table.ts'

const NO: KindAccess = { access: 'no', limits: [], statements: [], further: 0 }
const outcome = (read: KindAccess) => ({
  list: NO,
  read,
  write: NO,
  delete: read,
  share: NO,
  settings: NO,
})

const RESPONSE = {
  principals: [
    { kind: 'root', name: '', disabled: '', disabledGroup: '', isIncomplete: false, outcome: 0, through: [] },
    {
      kind: 'user',
      name: 'anna',
      disabled: '',
      disabledGroup: '',
      isIncomplete: true,
      outcome: 1,
      through: [
        { policy: 0, group: '' },
        { policy: 0, group: 'devs' },
        { policy: 1, group: 'devs' },
      ],
    },
  ],
  outcomes: [
    outcome({ ...NO, access: 'always', limits: [], statements: [] }),
    outcome({ access: 'sometimes', limits: ['denied'], statements: [1, 0], further: 0 }),
  ],
  statements: [
    { number: 2, sid: '', effect: 'Allow', text: '{}', policy: 0 },
    { number: 1, sid: 'secret', effect: 'Deny', text: '{}', policy: 1 },
  ],
  policies: [
    { kind: 'identity', name: 'readwrite' },
    { kind: 'identity', name: 'secrets' },
  ],
} satisfies Partial<BucketPrincipals>

const rows = principalRows(RESPONSE as unknown as BucketPrincipals, {
  names: { root: 'Root', anonymous: 'Anonymous' },
  types: { user: 'User', group: 'Group' },
  way: ({ policy, group }) => (group === '' ? policy : `${policy} of ${group}`),
})

test('rows have names, access and the ways to policies', () => {
  expect(rows.map(({ name, access }) => [name, access.read, access.write])).toEqual([
    ['Root', 'always', 'no'],
    ['anna', 'sometimes', 'unknown'],
  ])
  expect(rows.map(({ type, through }) => [type, through])).toEqual([
    ['', ''],
    ['User', 'readwrite, readwrite of devs, secrets of devs'],
  ])
})

test('a statement is listed once, with the kinds that it decides and its ways', () => {
  const [row] = rows.slice(1)
  expect(row && decidingStatements(row, RESPONSE as unknown as BucketPrincipals)).toMatchObject([
    { number: 1, sid: 'secret', effect: 'Deny', kinds: ['read', 'delete'], groups: ['devs'] },
    { number: 2, effect: 'Allow', policy: { policy: 'readwrite' }, groups: ['', 'devs'] },
  ])
})

beforeAll(startMessages)

test('a file has the access in words, and the statements', async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { principals } }, interpolation: { escapeValue: false } })
  const [header, table] = principalsTable(
    rows,
    RESPONSE,
    i18n.getFixedT('en', 'principals') as unknown as Translate<'principals'>,
  )
  expect(header).toHaveLength(11)
  const denied = 'Partly: except what is denied'
  expect([...table]).toEqual([
    ['Root', '', '', 'No', 'Yes', 'No', 'Yes', 'No', 'No', '', ''],
    [
      ...['anna', 'User', '', 'Unknown', denied, 'Unknown', denied, 'Unknown', 'Unknown'],
      'readwrite, readwrite of devs, secrets of devs',
      'Denies: Statement 1 (secret) of secrets; Allows: Statement 2 of readwrite',
    ],
  ])
})

test.each([
  ['', ''],
  ['  ', ''],
  ['team', 'team/'],
  ['/team/2026/', 'team/2026/'],
])('the folder %j is %j', (typed, expected) => {
  expect(folderOf(typed)).toBe(expected)
})
