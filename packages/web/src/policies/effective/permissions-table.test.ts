import type { EffectivePermissions } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { effective } from '../../messages/en/effective.ts'
import { startMessages } from '../../messages/i18n.ts'
import { permissionsTable, placeOfResource } from './permissions-table.ts'

beforeAll(startMessages)

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

test('a file has a row for each scope, resource and area', async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { effective } }, interpolation: { escapeValue: false } })
  const summary: EffectivePermissions['summary'] = {
    fullAccess: [{ scope: 'storage', isConditional: false, isNarrowed: true }],
    resources: [
      { resource: 'photos/*', except: ['photos/a/*'], kinds: ['read'], conditionalKinds: ['write'], isNarrowed: false },
    ],
    administration: [{ area: 'users', level: 'partial', actions: ['admin:GetUser'], isConditional: true }],
    denials: [],
  }
  const [header, rows] = permissionsTable({ summary }, i18n.getFixedT('en', 'effective'))
  expect(header).toEqual(['Resource', 'Except', 'Access', 'Under a condition', 'Partly denied'])
  expect(rows).toEqual([
    ['All buckets and objects', '', 'Everything', '', 'Yes'],
    ['photos/*', 'photos/a/*', 'Read', 'Write', ''],
    ['Users', '', 'admin:GetUser', 'Yes', ''],
  ])
})
