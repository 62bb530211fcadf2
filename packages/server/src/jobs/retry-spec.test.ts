import { expect, test } from 'vitest'
import { retrySpec } from './retry-spec.ts'

const failed = (path: string, recursive = false) => ({ path, message: 'It is locked.', recursive })
const deletion = { kind: 'delete' as const, bucket: 'b', paths: [], all_versions: true, bypass: false }

test('retries each failed object once, and folders that could not be listed with everything in them', () => {
  const failures = [failed('a/1'), failed('a/1'), failed('a/', true), failed('a/')]
  expect(retrySpec(deletion, failures)).toEqual({
    ...deletion,
    paths: [
      { path: 'a/1', recursive: false },
      { path: 'a/', recursive: true },
      { path: 'a/', recursive: false },
    ],
  })
  expect(retrySpec(deletion, [])).toBeUndefined()
})

test('limits a folder that could not be listed to what the first attempt was limited to', () => {
  const contents = { search: 'x', deep: false }
  const paths = [{ path: '', recursive: true, contents }]
  expect(retrySpec({ ...deletion, paths }, [failed('', true), failed('x')])).toMatchObject({
    paths: [...paths, { path: 'x', recursive: false }],
  })
  const units = [{ source: '', target: 'b/', contents }]
  const move = { kind: 'move' as const, bucket: 'b', target_bucket: '', units, existing: 'skip' as const }
  expect(retrySpec(move, [failed('', true), failed('x/1')])).toMatchObject({
    units: [
      { source: '', target: 'b/', recursive: true, contents },
      { source: 'x/1', target: 'b/x/1', recursive: false },
    ],
  })
})

test('copies failed objects to where the first attempt would have copied them', () => {
  const units = [
    { source: 'a', target: 'c' },
    { source: 'a/', target: 'other/b/' },
  ]
  const copy = { kind: 'copy' as const, bucket: 'b', target_bucket: '', units, existing: 'skip' as const }
  expect(retrySpec(copy, [failed('a'), failed('a/x/y'), failed('a/x/'), failed('a/', true)])).toEqual({
    ...copy,
    units: [
      { source: 'a', target: 'c', recursive: false },
      { source: 'a/x/y', target: 'other/b/x/y', recursive: false },
      { source: 'a/x/', target: 'other/b/x/', recursive: false },
      { source: 'a/', target: 'other/b/', recursive: true },
    ],
  })
})

test('a migration is retried for its failed objects, once each, without the settings', () => {
  const migration = {
    ...{ kind: 'migrate' as const, bucket: 'b', server: 'paris', target_bucket: 'c' },
    ...{ settings: true, versions: true, locks: false, expected: 7 },
  }
  expect(retrySpec(migration, [failed('a'), failed('b'), failed('a')])).toEqual({
    ...migration,
    settings: false,
    expected: 0,
    keys: ['a', 'b'],
  })
})
