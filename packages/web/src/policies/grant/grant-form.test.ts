import { expect, test } from 'vitest'
import {
  accessFor,
  accessOfRule,
  formOf,
  type GrantForm,
  grantOfRule,
  grantProblem,
  placesOf,
  rulesAt,
  suggestions,
} from './grant-form.ts'

const NOW = new Date(2026, 10, 29)
const FORM: GrantForm = {
  who: 'user',
  name: 'anna',
  secretKey: '',
  places: [{ bucket: 'photos', prefix: 'team/', isObject: false }],
  access: 'read',
  actions: [],
  until: '',
  ends: 'never',
  date: '',
}

test.each<[Partial<GrantForm>, string | undefined]>([
  [{}, undefined],
  [{ name: '' }, 'nameMissing'],
  [{ name: 'bert' }, 'nameUnknown'],
  [{ who: 'newUser', name: 'bert' }, 'secretMissing'],
  [{ who: 'newUser', name: 'bert', secretKey: 'long-enough' }, undefined],
  [{ who: 'everyone', name: '' }, undefined],
  [{ who: 'newKey', name: '' }, undefined],
  [{ places: placesOf('', []) }, 'bucketMissing'],
  [{ places: placesOf('photos', ['a/', 'a*/']) }, 'prefixProblems.wildcard'],
  [{ places: placesOf('photos', ['a/', 'b.txt']) }, undefined],
  [{ places: placesOf('photos', Array(21).fill('a/')) }, 'tooManyPlaces'],
  [{ access: 'custom' }, 'actionsMissing'],
  [{ access: 'custom', actions: ['s3:GetObject'] }, undefined],
  [{ ends: 'date' }, 'dateMissing'],
  [{ ends: 'date', date: '2026-11-28' }, 'datePast'],
  [{ ends: 'date', date: '2026-11-29' }, undefined],
])('a form with %j: %s', (change, problem) => {
  expect(grantProblem({ ...FORM, ...change }, ['anna'], NOW)).toBe(problem)
})

test('a name is taken as it is typed if users can’t be listed', () => {
  expect(grantProblem({ ...FORM, name: 'bert' }, undefined, NOW)).toBeUndefined()
})

test.each([
  ['user', 'shared:loading'],
  ['group', 'shared:loading'],
  ['newKey', undefined],
] as const)('while names are loaded, a form for a %s waits: %s', (who, problem) => {
  expect(grantProblem({ ...FORM, who }, 'loading', NOW)).toBe(problem)
})

test('everyone can be given what a rule of the bucket policy can', () => {
  expect(accessFor('everyone')).toEqual(['read', 'write', 'readWrite'])
  expect(accessOfRule('writeonly')).toBe('write')
})

test('rules for everyone are listed where they apply, and fill in the form as grants do', () => {
  const rules = (['', 'team/', 'team/2026/', 'other/'] as const).map((prefix) => ({
    prefix,
    access: 'writeonly' as const,
  }))
  expect(rulesAt('team/', rules).map(({ prefix }) => prefix)).toEqual(['', 'team/', 'team/2026/'])
  expect(rulesAt('', rules)).toEqual(rules)
  expect(formOf(grantOfRule('photos', { prefix: 'team/', access: 'writeonly' }))).toMatchObject({
    ...{ who: 'everyone', access: 'write', ends: 'never' },
    places: [{ bucket: 'photos', prefix: 'team/', isObject: false }],
  })
})

test('a grant that is changed keeps its end until another is chosen', () => {
  const stored = { entityType: 'user', entityName: 'anna', number: 3, isAttached: true } as const
  const place = { bucket: 'photos', prefix: 'a.txt', isObject: true }
  const grant = { access: 'custom' as const, actions: ['s3:GetObject'], until: '2027-01-01T00:00:00.000Z' }
  const form = formOf({ ...stored, ...place, ...grant }, NOW.getTime())
  expect(form).toMatchObject({ ...grant, places: [place], who: 'user', name: 'anna', ends: 'keep' })
  expect(formOf({ ...stored, ...place, ...grant, until: '' }).ends).toBe('never')
  const expired = formOf({ ...stored, ...place, ...grant, until: NOW.toISOString() }, NOW.getTime())
  expect(grantProblem(expired, ['anna'], NOW)).toBe('dateMissing')
})

test('folders and objects of a selection are places, and a bucket is one', () => {
  expect(placesOf('photos', ['a/', 'b.txt'])).toEqual([
    { bucket: 'photos', prefix: 'a/', isObject: false },
    { bucket: 'photos', prefix: 'b.txt', isObject: true },
  ])
  expect(placesOf('photos', [])).toEqual([{ bucket: 'photos', prefix: '', isObject: false }])
})

test('suggestions begin with what is typed, then contain it', () => {
  expect(suggestions(['johanna', 'bert', 'anna', 'Annika'], 'ann', 3)).toEqual(['anna', 'Annika', 'johanna'])
  expect(suggestions(['a', 'b', 'c'], '', 2)).toEqual(['a', 'b'])
})
