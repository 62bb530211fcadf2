import { expect, test } from 'vitest'
import { toVersioning, versioningFormOf, versioningProblem } from './versioning-form.ts'

const stored = versioningFormOf({
  is_versioned: true,
  status: 'Enabled',
  excluded_prefixes: ['tmp/*', 'cache/'],
  exclude_folders: true,
  can_exclude: true,
})

test('shows one excluded prefix per line', () => {
  expect(stored).toEqual({ isOn: true, prefixes: 'tmp/*\ncache/', excludesFolders: true })
  expect(versioningFormOf(undefined)).toEqual({ isOn: false, prefixes: '', excludesFolders: false })
})

test('sends exclusions only if they were edited', () => {
  expect(toVersioning(stored, stored)).toEqual({ versioning: true })
  expect(toVersioning({ ...stored, prefixes: 'a/\n\n b c/\n' }, stored)).toEqual({
    versioning: true,
    excluded_prefixes: ['a/', ' b c/'],
    exclude_folders: true,
  })
  expect(toVersioning({ ...stored, excludesFolders: false }, stored)).toMatchObject({ exclude_folders: false })
  expect(toVersioning({ ...stored, isOn: false, prefixes: '' }, stored)).toEqual({ versioning: false })
})

test('excludes ten prefixes at most', () => {
  const of = (count: number) => ({ ...stored, prefixes: Array.from({ length: count }, (_, i) => `p${i}/`).join('\n') })
  expect(versioningProblem(of(10))).toBeUndefined()
  expect(versioningProblem(of(11))).toBe('tooMany')
  expect(versioningProblem({ ...of(11), isOn: false })).toBeUndefined()
})
