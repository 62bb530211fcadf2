import { ADMIN_FEATURE, GARAGE_FEATURE, IAM_FEATURE } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { actionName } from './action-names.ts'

test.each([
  ['admin:CreateUser', [ADMIN_FEATURE], 'admin:CreateUser'],
  ['admin:CreateUser', [IAM_FEATURE], 'iam:CreateUser'],
  ['admin:AttachUserOrGroupPolicy', [IAM_FEATURE], 'iam:AttachUserPolicy'],
  ['admin:RemoveServiceAccount', [IAM_FEATURE], 'iam:DeleteAccessKey'],
  ['s3:CreateBucket', [IAM_FEATURE], 's3:CreateBucket'],
  ['s3:CreateBucket', [GARAGE_FEATURE], 'garage:CreateBucket'],
  ['admin:SetBucketQuota', [GARAGE_FEATURE], 'garage:UpdateBucket'],
  ['garage:CreateKey', [GARAGE_FEATURE], 'garage:CreateKey'],
  ['s3:PutBucketCors', [GARAGE_FEATURE], 's3:PutBucketCors'],
])('%s is called by a server with %j what it has: %s', (action, features, name) => {
  expect(actionName(action, features)).toBe(name)
})
