import { expect, test } from 'vitest'
import { patternsOf, statementsFor } from './key-policy.ts'

const row = (path: string, recursive = false) => ({ path, recursive })

test('names objects and folders one by one', () => {
  expect(patternsOf([row('a/b.txt'), row('a/c/', true)])).toEqual(['a/b.txt', 'a/c/*'])
})

test('covers what many rows start with', () => {
  const rows = Array.from({ length: 9 }, (_, at) => row(`photos/ü${at}`))
  expect(patternsOf(rows)).toEqual(['photos/ü*'])
  expect(patternsOf([...rows, row('other')])).toEqual(['*'])
})

test('covers what long rows start with', () => {
  const long = 'x'.repeat(400)
  expect(patternsOf([row(`a/${long}/1`), row(`a/${long}/2`)])).toEqual([`a/${long}/*`])
})

test('covers less than all have in common if that is longer than a policy may be', () => {
  const [pattern = ''] = patternsOf([row(`${'\u00fc'.repeat(400)}1`), row(`${'\u00fc'.repeat(400)}2`)])
  expect(pattern).toBe(`${'\u00fc'.repeat(300)}*`)
})

test('never splits a character', () => {
  const rows = Array.from({ length: 9 }, (_, at) => row(`${String.fromCodePoint(0x1f600 + at)}`))
  expect(patternsOf(rows)).toEqual(['*'])
})

test('matches wildcards and variables in names literally, or any one character', () => {
  expect(patternsOf([row(`${'$'}{aws:username}/*?`)])).toEqual(['?{aws:username}/??'])
})

test('allows listing only the part of the bucket that it covers', () => {
  expect(statementsFor('photos', [row('a/', true)], { actions: ['s3:GetObject'], listing: ['s3:ListBucket'] })).toEqual(
    [
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/a/*'] },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: ['arn:aws:s3:::photos'],
        Condition: { StringLike: { 's3:prefix': ['a/*'] } },
      },
    ],
  )
})
