import { expect, test } from 'vitest'
import { POLICY_ACTIONS } from './actions.ts'
import { CANNED_POLICIES } from './canned.ts'
import { parsePolicy } from './document.ts'
import { fullAccessStatements } from './full-access.ts'

const ALL = ['arn:aws:s3:::*']
const S3 = { Effect: 'Allow', Action: ['s3:*'], Resource: ALL }
const deny = (actions: string[], resource: string[], more: object = {}) => ({
  Effect: 'Deny',
  Action: actions,
  Resource: resource,
  ...more,
})

function wide(...statements: object[]): string[] {
  return fullAccessStatements(parsePolicy({ Version: '2012-10-17', Statement: statements })).map(
    ({ index, fullAccess, narrowedBy }) =>
      `${index + 1}: ${fullAccess.join('+')}${narrowedBy.map((one) => ` but ${one + 1}`)}`,
  )
}

test.each([
  ['the policy of administrators', CANNED_POLICIES.consoleAdmin.Statement, ['1: administration', '3: storage']],
  ['reading and writing everything', CANNED_POLICIES.readwrite.Statement, ['1: storage']],
  ['reading alone', CANNED_POLICIES.readonly.Statement, []],
  ['diagnostics', CANNED_POLICIES.diagnostics.Statement, []],
  [
    'the bare star, which is about all whatever it names',
    [{ ...S3, Action: ['*'], Resource: ['arn:aws:s3:::a'] }],
    ['1: storage+administration'],
  ],
  ['every action written out', [{ ...S3, Action: POLICY_ACTIONS.s3.filter((one) => one !== 's3:*') }], ['1: storage']],
  ['one bucket', [{ ...S3, Resource: ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*'] }], []],
  ['all but deleting', [{ Effect: 'Allow', NotAction: ['s3:DeleteBucket'], Resource: ALL }], ['1: administration']],
  [
    'all but deleting, on one bucket only',
    [{ Effect: 'Allow', NotAction: ['s3:DeleteBucket'], Resource: ['arn:aws:s3:::photos/*'] }],
    [],
  ],
  ['all but one bucket', [{ Effect: 'Allow', Action: ['s3:*'], NotResource: ['arn:aws:s3:::photos*'] }], []],
  [
    'everything under a condition',
    [{ ...S3, Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }],
    ['1: storage'],
  ],
  ['everything except what is always denied', [S3, deny(['s3:DeleteBucket'], ALL)], []],
  ['everything but one bucket that is denied', [S3, deny(['s3:*'], ['arn:aws:s3:::secret/*'])], ['1: storage but 2']],
  [
    'everything but what is denied at times',
    [S3, deny(['s3:*'], ALL, { Condition: { Bool: { 'aws:SecureTransport': ['false'] } } })],
    ['1: storage but 2'],
  ],
])('%s', (_, statements, expected) => {
  expect(wide(...(statements as object[]))).toEqual(expected)
})
