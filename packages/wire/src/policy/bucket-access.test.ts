import { expect, test } from 'vitest'
import { bucketAccess, publicBucketPolicy } from './bucket-access.ts'
import { parsePolicy } from './document.ts'

const access = (document: object) => bucketAccess(parsePolicy(document), 'photos')
const ALL = { AWS: ['*'] }

test('no policy, and one without statements, is PRIVATE', () => {
  expect(bucketAccess(undefined, 'photos')).toBe('PRIVATE')
  expect(access({ Version: '2012-10-17', Statement: [] })).toBe('PRIVATE')
})

test('the canned policy is PUBLIC, for its own bucket only', () => {
  expect(access(publicBucketPolicy('photos'))).toBe('PUBLIC')
  expect(access(publicBucketPolicy('other'))).toBe('CUSTOM')
})

test('the canned policy is PUBLIC however its statements are split and ordered', () => {
  // As mc anonymous set public writes it: a statement for each group of actions.
  const Statement = publicBucketPolicy('photos')
    .Statement.flatMap(({ Action = [], ...rest }) =>
      Action.map((action) => ({ ...rest, Principal: '*', Action: action })),
    )
    .reverse()
  expect(access({ Version: '2012-10-17', Statement })).toBe('PUBLIC')
})

test.each<[string, object]>([
  ['reading only', { Effect: 'Allow', Principal: ALL, Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*' }],
  ['everything by a wildcard', { Effect: 'Allow', Principal: ALL, Action: 's3:*', Resource: 'arn:aws:s3:::photos/*' }],
  [
    'one account',
    { Effect: 'Allow', Principal: { AWS: ['me'] }, Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*' },
  ],
  ['a denial', { Effect: 'Deny', Principal: ALL, Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*' }],
])('%s is CUSTOM', (_, statement) => {
  expect(access({ Version: '2012-10-17', Statement: [statement] })).toBe('CUSTOM')
})

test('the canned policy under a condition, or with anything beside it, is CUSTOM', () => {
  const { Version, Statement } = publicBucketPolicy('photos')
  const Condition = { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }
  expect(access({ Version, Statement: Statement.map((one) => ({ ...one, Condition })) })).toBe('CUSTOM')
  const more = { Effect: 'Allow', Principal: ALL, Action: 's3:GetObjectTagging', Resource: 'arn:aws:s3:::photos/*' }
  expect(access({ Version, Statement: [...Statement, more] })).toBe('CUSTOM')
})
