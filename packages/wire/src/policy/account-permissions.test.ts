import { expect, test } from 'vitest'
import { accountPermissions } from './account-permissions.ts'

test('an invalid statement does not hide what the others allow', () => {
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Perhaps', Action: 7 },
      { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::photos'] },
    ],
  }
  const check = accountPermissions({ policy, accountName: 'alice' })
  expect(check.couldAllow(['s3:ListBucket'])).toBe(true)
  expect(check.couldAllow(['s3:ListBucket'], 'photos')).toBe(true)
  expect(check.couldAllow(['s3:ListBucket'], 'other')).toBe(false)
  expect(check.couldAllow(['admin:ServerInfo'])).toBe(false)
})

test('accepts a single statement that isn’t in a list', () => {
  const policy = { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' } }
  expect(accountPermissions({ policy, accountName: 'alice' }).couldAllow(['s3:GetObject'], 'photos/')).toBe(true)
})

const allow = (action: string, ...resources: string[]) => ({
  Effect: 'Allow',
  Action: action,
  Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
})
const listTeam = { ...allow('s3:ListBucket', 'photos'), Condition: { StringLike: { 's3:prefix': ['team/*'] } } }

test.each([
  ['one folder', [listTeam, allow('s3:GetObject', 'photos/team/*')], { bucket: 'photos', prefix: 'team/' }],
  ['one bucket', [allow('s3:*', 'photos', 'photos/*')], undefined],
  ['two folders', [allow('s3:GetObject', 'photos/team/*', 'photos/other/*')], undefined],
  ['one folder and all buckets of a pattern', [listTeam, allow('s3:GetObject', '*/*')], undefined],
  ['nothing', [], undefined],
])('an account with access to %s has this only folder', (_, Statement, folder) => {
  expect(accountPermissions({ policy: { Statement }, accountName: 'alice' }).onlyFolder()).toEqual(folder)
})
