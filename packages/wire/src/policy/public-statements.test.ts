import { describe, expect, test } from 'vitest'
import { parsePolicy } from './document.ts'
import { publicStatements } from './public-statements.ts'

const arn = (resource: string) => `arn:aws:s3:::${resource}`
const all = { AWS: ['*'] }

function statement(effect: 'Allow' | 'Deny', actions: string[], resources: string[], more: object = {}): object {
  return { Effect: effect, Principal: all, Action: actions, Resource: resources.map(arn), ...more }
}
const allow = (actions: string[], resources: string[], more?: object) => statement('Allow', actions, resources, more)
const deny = (actions: string[], resources: string[], more?: object) => statement('Deny', actions, resources, more)

const READ = allow(['s3:GetObject'], ['photos/*'])
const INSIDE = { Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }
const OUTSIDE = { Condition: { NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }

/** `1: photos/* read; narrowed by 2`, and so on. */
function opened(...statements: object[]): string[] {
  const policy = parsePolicy({ Version: '2012-10-17', Statement: statements })
  return publicStatements(policy, 'photos').map(({ index, resources, narrowedBy }) => {
    const open = resources.map(({ resource, kinds }) => `${resource} ${kinds.join('+')}`).join(', ')
    return `${index + 1}: ${open}${narrowedBy.length > 0 ? `; narrowed by ${narrowedBy.map((one) => one + 1)}` : ''}`
  })
}

describe('anonymous access by an Allow', () => {
  test.each([
    ['reading', [READ], ['1: photos/* read']],
    ['reading below a folder', [allow(['s3:GetObject'], ['photos/public/*'])], ['1: photos/public/* read']],
    [
      'the parts of a set that the clients of MinIO write',
      [
        allow(['s3:GetBucketLocation', 's3:ListBucket'], ['photos']),
        allow(
          ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject'],
          ['photos/*'],
        ),
      ],
      ['1: photos list', '2: photos/* write+delete'],
    ],
    [
      'everything by a wildcard',
      [allow(['s3:*'], ['photos', 'photos/*'])],
      ['1: photos list+settings, photos/* read+write+delete+settings'],
    ],
    [
      'the bucket and its objects by one pattern',
      [allow(['s3:*'], ['photos*'])],
      ['1: photos* list+read+write+delete+settings'],
    ],
    ['what wildcards of actions stand for', [allow(['s3:Get*'], ['photos/*'])], ['1: photos/* read+settings']],
    ['tags of objects', [allow(['s3:PutObjectTagging'], ['photos/*'])], ['1: photos/* settings']],
    ['ending uploads of others', [allow(['s3:AbortMultipartUpload'], ['photos/*'])], ['1: photos/* write']],
    ['settings of the bucket', [allow(['s3:PutBucketPolicy'], ['photos'])], ['1: photos settings']],
    [
      'everything but some actions',
      [{ ...READ, Action: undefined, NotAction: ['s3:*Delete*', 's3:Bypass*'] }],
      ['1: photos/* read+write+settings'],
    ],
    [
      'everything but some objects',
      [{ Effect: 'Allow', Principal: all, Action: ['s3:GetObject'], NotResource: [arn('photos/private/*')] }],
      ['1: photos/* read'],
    ],
    ['for a principal that is written as text', [{ ...READ, Principal: '*' }], ['1: photos/* read']],
    [
      'for everyone, among others',
      [{ ...READ, Principal: { AWS: ['arn:aws:iam::1:root', '*'] } }],
      ['1: photos/* read'],
    ],
    [
      'for everyone except some',
      [{ ...READ, Principal: undefined, NotPrincipal: { AWS: ['bob'] } }],
      ['1: photos/* read'],
    ],
    ['under a condition on the request', [{ ...READ, ...INSIDE }], ['1: photos/* read']],
  ])('%s', (_, statements, expected) => {
    expect(opened(...(statements as object[]))).toEqual(expected)
  })

  test.each([
    ['the place of a bucket only', [allow(['s3:GetBucketLocation'], ['photos'])]],
    ['a named principal only', [{ ...READ, Principal: { AWS: ['arn:aws:iam::1:user/bob'] } }]],
    ['objects of the bucket itself', [allow(['s3:GetObject'], ['photos'])]],
    ['another bucket', [allow(['s3:GetObject'], ['photos-2/*'])]],
    [
      'everything but all',
      [{ Effect: 'Allow', Principal: all, Action: ['s3:GetObject'], NotResource: [arn('photos/*')] }],
    ],
    ['who has a name', [{ ...READ, Condition: { StringEquals: { 'aws:username': ['bob'] } } }]],
    ['who has a claim', [{ ...READ, Condition: { StringLike: { 'jwt:sub': ['*'] } } }]],
    ['who has signed', [{ ...READ, Condition: { StringEquals: { 's3:authType': ['REST-HEADER'] } } }]],
  ])('nothing for %s', (_, statements) => {
    expect(opened(...(statements as object[]))).toEqual([])
  })
})

describe('anonymous access revoked by a Deny', () => {
  test.each([
    ['all of it', [READ, deny(['s3:*'], ['photos/*'])], []],
    ['all of it by a wider pattern', [allow(['s3:GetObject'], ['photos/a/*']), deny(['s3:Get*'], ['photos/*'])], []],
    [
      'one of two actions',
      [allow(['s3:GetObject', 's3:PutObject'], ['photos/*']), deny(['s3:PutObject'], ['photos/*'])],
      ['1: photos/* read'],
    ],
    [
      'everything but a folder',
      [READ, { ...deny(['s3:*'], []), Resource: undefined, NotResource: [arn('photos/public/*')] }],
      ['1: photos/* read; narrowed by 2'],
    ],
    [
      'everything, when the folder is not in the Allow',
      [
        allow(['s3:GetObject'], ['photos/a/*']),
        { ...deny(['s3:*'], []), Resource: undefined, NotResource: [arn('photos/public/*')] },
      ],
      [],
    ],
    ['a folder of it', [READ, deny(['s3:GetObject'], ['photos/private/*'])], ['1: photos/* read; narrowed by 2']],
    ['it from outside', [READ, deny(['s3:*'], ['photos/*'], OUTSIDE)], ['1: photos/* read; narrowed by 2']],
    [
      'it for callers without a name',
      [READ, deny(['s3:*'], ['photos/*'], { Condition: { StringNotEquals: { 'aws:username': ['bob'] } } })],
      [],
    ],
    [
      'nothing, for callers with a name',
      [READ, deny(['s3:*'], ['photos/*'], { Condition: { StringEquals: { 'aws:username': ['bob'] } } })],
      ['1: photos/* read'],
    ],
    [
      'nothing, for another user',
      [READ, { ...deny(['s3:*'], ['photos/*']), Principal: { AWS: ['bob'] } }],
      ['1: photos/* read; narrowed by 2'],
    ],
    ['nothing, in another bucket', [READ, deny(['s3:*'], ['photos'])], ['1: photos/* read']],
    ['nothing, of other actions', [READ, deny(['s3:PutObject'], ['photos/*'])], ['1: photos/* read']],
  ])('%s', (_, statements, expected) => {
    expect(opened(...(statements as object[]))).toEqual(expected)
  })
})

test('evaluates a policy of 20 KiB quickly', () => {
  const long = (end: string) => Array.from({ length: 250 }, (_, index) => `photos/*a*a*a*${index}${end}`)
  const policy = parsePolicy({
    Version: '2012-10-17',
    Statement: [allow(['s3:*'], long('')), deny(['s3:*'], long('x'))],
  })
  const before = process.threadCpuUsage()

  expect(publicStatements(policy, 'photos')).toHaveLength(1)

  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(3_000)
})
