import { describe, expect, test } from 'vitest'
import { CANNED_POLICIES } from './canned.ts'
import { keyPermissions } from './key-permissions.ts'

const VERSION = '2012-10-17'
const arn = (resource: string) => `arn:aws:s3:::${resource}`
const allow = (actions: string[], ...resources: string[]) => ({
  Effect: 'Allow',
  Action: actions,
  ...(resources.length > 0 && { Resource: resources.map(arn) }),
})
const policy = (...statements: object[]) => ({ Version: VERSION, Statement: statements })

function permissions(key: object, ...owner: object[]): string[] {
  const { resources, administration } = keyPermissions(key, { name: 'alice', documents: owner })
  const texts = resources.map(({ resource, kinds, lacking }) =>
    [resource, kinds.join('+'), ...(lacking.length > 0 ? [`not ${lacking.join('+')}`] : [])].join(' '),
  )
  return [...texts, ...(administration ? ['administration'] : [])]
}

describe('a key with a policy can use', () => {
  test.each<[string, object, object, string[]]>([
    ['a prefix', policy(allow(['s3:GetObject'], 'photos/team/*')), CANNED_POLICIES.readwrite, ['photos/team/* read']],
    [
      'a bucket and its objects',
      policy(allow(['s3:ListBucket', 's3:PutObject'], 'photos', 'photos/*')),
      CANNED_POLICIES.readwrite,
      ['photos/* list+write'],
    ],
    [
      'what the account lacks',
      policy(allow(['s3:GetObject', 's3:DeleteObject'], 'photos/*')),
      CANNED_POLICIES.readonly,
      ['photos/* read not delete'],
    ],
    [
      'less than its own Deny',
      policy(allow(['s3:GetObject', 's3:PutObject'], 'photos/*'), {
        ...allow(['s3:PutObject'], 'photos/*'),
        Effect: 'Deny',
      }),
      CANNED_POLICIES.readwrite,
      ['photos/* read'],
    ],
    [
      'a folder with a variable',
      policy(allow(['s3:GetObject'], `home/\${aws:username}/*`)),
      CANNED_POLICIES.readwrite,
      ['home/alice/* read'],
    ],
    [
      'nothing in other places',
      policy(allow(['s3:GetObject'], 'secret/*')),
      policy(allow(['s3:*'], 'photos/*')),
      ['secret/*  not read'],
    ],
    ['administration', policy(allow(['admin:*'])), CANNED_POLICIES.consoleAdmin, ['administration']],
    ['no administration of an account without it', policy(allow(['admin:*'])), CANNED_POLICIES.readwrite, []],
  ])('%s', (_, key, owner, expected) => {
    expect(permissions(key, owner)).toEqual(expected)
  })
})

describe('a policy of a key', () => {
  const isNarrower = (key: object, ...documents: object[]) =>
    keyPermissions(key, { name: 'alice', documents }).isNarrower

  test.each<[string, object, object[], boolean]>([
    ['the same as its account', CANNED_POLICIES.readonly, [CANNED_POLICIES.readonly], false],
    ['wider than its account', CANNED_POLICIES.readwrite, [CANNED_POLICIES.readonly], false],
    ['narrower by an action', CANNED_POLICIES.readonly, [CANNED_POLICIES.readwrite], true],
    ['narrower by a resource', policy(allow(['s3:*'], 'photos/team/*')), [policy(allow(['s3:*'], 'photos/*'))], true],
    [
      'narrower by a Deny',
      policy(allow(['s3:*'], '*'), { ...allow(['s3:*'], 'a'), Effect: 'Deny' }),
      [CANNED_POLICIES.readwrite],
      true,
    ],
    [
      'narrower by a condition',
      policy({ ...allow(['s3:*'], '*'), Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }),
      [CANNED_POLICIES.readwrite],
      true,
    ],
    ['without the administration', CANNED_POLICIES.readwrite, [CANNED_POLICIES.consoleAdmin], true],
    [
      'all of several policies',
      CANNED_POLICIES.consoleAdmin,
      [CANNED_POLICIES.readwrite, CANNED_POLICIES.diagnostics],
      false,
    ],
  ])('is %s', (_, key, owner, expected) => {
    expect(isNarrower(key, ...owner)).toBe(expected)
  })

  test('can’t be compared with an account that isn’t known', () => {
    expect(keyPermissions(CANNED_POLICIES.readonly, { name: 'alice', documents: undefined })).toMatchObject({
      isNarrower: undefined,
      resources: [{ kinds: ['read'], lacking: [] }],
    })
  })
})
