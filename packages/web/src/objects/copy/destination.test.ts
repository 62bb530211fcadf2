import { expect, test } from 'vitest'
import { completionOf, destinationProblem, folderOfPath, unitsInto } from './destination.ts'

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a/'],
  ['/a/b/', 'a/b/'],
  [' a ', ' a /'],
])('%j means the folder %j', (path, folder) => expect(folderOfPath(path)).toBe(folder))

test.each([
  ['', { parent: '', start: '' }],
  ['20', { parent: '', start: '20' }],
  ['2026/', { parent: '2026/', start: '' }],
  ['/2026/ju', { parent: '2026/', start: 'ju' }],
])('while %j is typed, folders are offered', (path, completion) => expect(completionOf(path)).toEqual(completion))

test('a deeper object keeps its path below the current folder', () => {
  expect(unitsInto(['a/x', 'a/b/', 'a/c/y'], 'a/', 'z/')).toEqual([
    { source: 'a/x', target: 'z/x' },
    { source: 'a/b/', target: 'z/b/' },
    { source: 'a/c/y', target: 'z/c/y' },
  ])
})

test('rejects its own folder, a folder inside itself, and names that the storage server does not support', () => {
  const problem = (folder: string, isSameBucket = true) =>
    destinationProblem(unitsInto(['a/x', 'a/b/'], 'a/', folder), isSameBucket, folder)?.kind
  expect(problem('a/')).toBe('same')
  expect(problem('a/b/')).toBe('within')
  expect(problem('a/b/c/')).toBe('within')
  expect(problem('../')).toBe('name')
  expect(problem('a/', false)).toBeUndefined()
  expect(problem('')).toBeUndefined()
  expect(problem('a/bb/')).toBeUndefined()
})
