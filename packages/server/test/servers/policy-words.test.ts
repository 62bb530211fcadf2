/** What a migration takes from policies of IAM is what MinIO's policies can have. */
import { COMMON_ACTIONS, COMMON_KEYS, COMMON_OPERATORS, OWN_ACTIONS, translatePolicy } from '@cooperage/contract'
import { checkPolicy, POLICY_ACTIONS, policyCatalogue } from '@cooperage/wire/policy'
import { expect, test } from 'vitest'

const { conditionKeys, operators, qualifiers } = policyCatalogue()

test('every action of MinIO is known, and no other', () => {
  const own = Object.values(OWN_ACTIONS).flat()
  // Of no API of AWS.
  const others = ['s3:*', 's3:ResetBucketReplicationState']
  expect([...COMMON_ACTIONS, ...own, ...others].sort()).toEqual([...POLICY_ACTIONS.s3].sort())
  expect(COMMON_ACTIONS).toEqual(expect.arrayContaining(Object.keys(OWN_ACTIONS)))
})

test('MinIO has every condition key and operator that is taken along', () => {
  expect(conditionKeys).toEqual(expect.arrayContaining([...COMMON_KEYS]))
  const qualified = operators.flatMap((name) => [name, ...qualifiers.map((qualifier) => `${qualifier}:${name}`)])
  expect(qualified).toEqual(expect.arrayContaining([...COMMON_OPERATORS]))
})

test('MinIO accepts what is translated', () => {
  const statements = [
    { Effect: 'Allow', Action: '*', Resource: '*' },
    { Effect: 'Allow', Action: ['s3:Get*', 'iam:*'], Resource: ['arn:aws-cn:s3:::photos', 'arn:aws-cn:s3:::photos/*'] },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::photos/*' },
    { Effect: 'Deny', Action: ['s3:Delete*', 's3:ListBucket'], Resource: '*' },
    { Effect: 'Deny', Action: '*', NotResource: 'arn:aws:s3:::photos' },
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: '*', Condition: { StringLike: { 's3:prefix': 'a/*' } } },
  ]
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: statements })
  const ends = [
    { api: 'iam', product: 'Amazon S3' },
    { api: 'admin', product: 'MinIO' },
  ] as const
  const { document, problem } = translatePolicy(policy, ...ends)
  expect(problem).toEqual([])
  expect(checkPolicy(document, 'canned').policy.statements).toHaveLength(statements.length)
})
