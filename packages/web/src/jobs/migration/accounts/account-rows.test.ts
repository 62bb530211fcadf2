import type { AccountResult, PlannedAccount } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { migration } from '../../../messages/en/migration.ts'
import { startMessages } from '../../../messages/i18n.ts'
import type { Translate } from '../../../messages/use-texts.ts'
import { type AccountRow, accountRows, accountsCsv, accountsJson, accountsText, newKeysOf } from './account-rows.ts'

const ENDS = { source: 'Berlin', target: 'Paris' }
let t: Translate<'migration'>
beforeAll(async () => {
  await startMessages()
  const words = i18next.createInstance()
  await words.init({ lng: 'en', resources: { en: { migration } }, ns: ['migration'] })
  t = words.getFixedT('en', 'migration') as unknown as Translate<'migration'>
})

const user = (name: string, more: Partial<PlannedAccount> = {}): PlannedAccount => ({
  kind: 'user',
  name,
  outcome: 'create',
  why: '',
  names: [],
  lost: [],
  make: { kind: 'user', name, isEnabled: true, policies: [], groups: [], getsKey: true },
  ...more,
})

const created = (name: string, more: Partial<AccountResult> = {}): AccountResult => ({
  ...{ kind: 'user', name, outcome: 'created', message: '', detail: '', credentials: null, keepsSecret: false },
  ...more,
})

const KEYS = { accessKey: 'anna', secretKey: '-a-new-secret' }

function rows(): AccountRow[] {
  const plan = [
    user('same', { outcome: 'same' }),
    user('anna', { lost: [{ what: 'groups', names: ['devs'] }] }),
    user('bert'),
    user('a\nb', { outcome: 'skip', why: 'withoutDenial', names: ['no\nPolicy p: Created'] }),
    user('lost'),
  ]
  const [, anna, bert, , lost] = plan as [
    PlannedAccount,
    PlannedAccount,
    PlannedAccount,
    PlannedAccount,
    PlannedAccount,
  ]
  const failed = { outcome: 'failed', message: 'You can’t.', detail: 'words of the server' } as const
  return accountRows(
    plan,
    new Map<PlannedAccount, AccountResult | 'unknown'>([
      [anna, created('anna', { credentials: KEYS })],
      [bert, created('bert', failed)],
      [lost, 'unknown'],
    ]),
  )
}

test('what needs attention comes first, with the reasons, one line each', () => {
  expect(accountsText(t, ENDS, rows()).split('\n')).toEqual([
    'Users and policies from Berlin to Paris',
    '',
    'User bert: Not created · You can’t. · words of the server',
    'User lost: Unknown',
    'User a[U+000A]b: Skipped · It would be allowed more, because this isn’t taken along: no[U+000A]Policy p: Created',
    'User anna: Created · Not in the groups devs · Gets a new secret key',
    'User same: Already there',
    '',
  ])
})

test('secret keys are in the file of the keys, and in no report', () => {
  expect(rows().flatMap(({ planned, result }) => newKeysOf(planned, result ?? 'unknown'))).toEqual([
    { user: 'anna', replaces: '', ...KEYS },
  ])
  const reports = [accountsText(t, ENDS, rows()), accountsCsv(t, rows()), accountsJson(ENDS, rows())]
  expect(reports.filter((report) => report.includes('a-new-secret'))).toEqual([])
  expect(JSON.parse(reports[2] ?? '')).toMatchObject({
    ...ENDS,
    accounts: expect.arrayContaining([
      expect.objectContaining({ name: 'anna', status: 'created', accessKey: 'anna', secretKey: 'new' }),
    ]),
  })
})
