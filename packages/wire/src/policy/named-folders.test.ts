import { expect, test } from 'vitest'
import { type JsonPolicy, parsePolicy } from './document.ts'
import { namedFolders } from './named-folders.ts'

type JsonStatement = JsonPolicy['Statement'][number]

const allow = (actions: string[], resources: string[], condition?: JsonStatement['Condition']): JsonStatement => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
  ...(condition && { Condition: condition }),
})

const folders = (...statements: JsonStatement[]) =>
  namedFolders([parsePolicy({ Version: '2012-10-17', Statement: statements })], { username: 'alice' }).map(
    ({ bucket, prefix }) => `${bucket}/${prefix}`,
  )

const listing = (bucket: string, ...prefixes: string[]) =>
  allow(['s3:ListBucket'], [bucket], { StringLike: { 's3:prefix': prefixes } })

test.each<[string, string[], JsonStatement[]]>([
  ['a bucket', ['photos/'], [allow(['s3:*'], ['photos', 'photos/*'])]],
  ['one folder', ['photos/team/'], [listing('photos', 'team/*'), allow(['s3:GetObject'], ['photos/team/*'])]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a policy variable
  ["the caller's folder", ['home/alice/'], [listing('home', '${aws:username}/*')]],
  ['folders within folders', ['b/a/b/', 'b/c/'], [listing('b', 'a/b/*', 'c/')]],
  ['a folder to put things into, without a listing', ['inbox/new/'], [allow(['s3:PutObject'], ['inbox/new/x-*'])]],
  ['a folder when its parent is not to be listed', ['b/a/'], [listing('b', 'a/*'), allow(['s3:GetObject'], ['b/*'])]],
  ['nothing by wildcard', [], [allow(['s3:*'], ['*']), allow(['s3:*'], ['photos-*/team/*'])]],
  ['nothing for other actions', [], [allow(['s3:GetBucketTagging'], ['photos'])]],
  ['nothing without resource', [], [{ Effect: 'Allow', Action: ['admin:*'] }]],
])('finds %s', (_, expected, statements) => {
  expect(folders(...statements)).toEqual(expected)
})

test('leaves out what is denied', () => {
  const denied: JsonStatement = { ...allow(['s3:*'], ['photos', 'photos/*']), Effect: 'Deny' }
  expect(folders(allow(['s3:*'], ['photos', 'photos/*', 'docs', 'docs/*']), denied)).toEqual(['docs/'])
})

test('lists a limited number of folders', () => {
  expect(
    folders(
      allow(
        ['s3:GetObject'],
        Array.from({ length: 500 }, (_, n) => `b${n}/*`),
      ),
    ),
  ).toHaveLength(100)
})
