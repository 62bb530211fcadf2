import { describe, expect, test } from 'vitest'
import { type AnonymousRule, readAnonymousRules, withAnonymousRules } from './anonymous-rules.ts'
import { publicBucketPolicy } from './bucket-access.ts'

const BUCKET = 'photos'
const arn = (resource: string) => [`arn:aws:s3:::${resource}`]
const allow = (actions: string[], resource: string, more: object = {}) => ({
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action: actions,
  Resource: arn(resource),
  ...more,
})
const prefixes = (...values: string[]) => ({ Condition: { StringEquals: { 's3:prefix': values } } })
const WRITES = ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:ListMultipartUploadParts', 's3:PutObject']

const read = (...statements: object[]) => readAnonymousRules(statements, BUCKET)
const set = (statements: readonly unknown[], ...rules: AnonymousRule[]) => withAnonymousRules(statements, BUCKET, rules)
const rule = (prefix: string, access: AnonymousRule['access']): AnonymousRule => ({ prefix, access })

const DOWNLOAD = [allow(['s3:GetBucketLocation', 's3:ListBucket'], 'photos'), allow(['s3:GetObject'], 'photos/*')]
const DENY = { ...allow(['s3:*'], 'photos/secret/*'), Sid: 'Never', Effect: 'Deny' }

describe('reading', () => {
  test.each<[string, object[], AnonymousRule[], number[]]>([
    ['nothing', [], [], []],
    ['the whole bucket, to read', DOWNLOAD, [rule('', 'readonly')], []],
    ['the whole bucket, for all', publicBucketPolicy(BUCKET).Statement, [rule('', 'readwrite')], []],
    [
      'folders that share statements',
      [
        allow(['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'], 'photos'),
        allow(['s3:ListBucket'], 'photos', prefixes('a/', 'b/')),
        { ...allow(['s3:GetObject'], ''), Resource: [...arn('photos/a/*'), ...arn('photos/b/*')] },
        { ...allow(WRITES, ''), Resource: [...arn('photos/b/*'), ...arn('photos/c/*')] },
      ],
      [rule('a/', 'readonly'), rule('b/', 'readwrite'), rule('c/', 'writeonly')],
      [],
    ],
    ['a rule beside a Deny', [...DOWNLOAD, DENY], [rule('', 'readonly')], [2]],
    ['reading without a list, which is none', [allow(['s3:GetObject'], 'photos/*')], [], [0]],
    ['one for a named user', [{ ...allow(['s3:GetObject'], 'photos/*'), Principal: { AWS: ['bob'] } }], [], [0]],
    [
      'one from somewhere',
      [
        ...DOWNLOAD.slice(0, 1),
        allow(['s3:GetObject'], 'photos/*', { Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }),
      ],
      [],
      [0, 1],
    ],
    ['one with an action more', [...DOWNLOAD, allow(['s3:GetObjectTagging'], 'photos/*')], [rule('', 'readonly')], [2]],
    [
      'half of writing',
      [allow(['s3:GetBucketLocation'], 'photos'), allow(['s3:PutObject'], 'photos/in/*')],
      [],
      [0, 1],
    ],
    ['something that is none at all', [{ Effect: 'Maybe' }], [], [0]],
  ])('%s', (_, statements, rules, others) => {
    expect(read(...statements)).toEqual({ rules, others })
  })
})

describe('writing', () => {
  const some = [rule('', 'writeonly'), rule('a/', 'readonly'), rule('b', 'readwrite')]

  test('round-trips rules, in whatever order they were added', () => {
    expect(readAnonymousRules(set([], ...some), BUCKET)).toEqual({ rules: some, others: [] })
    const one = set(set([], some[0] as AnonymousRule), ...some)
    expect(readAnonymousRules(one, BUCKET)).toEqual({ rules: some, others: [] })
  })

  test('read and write on the whole bucket is the public policy', () => {
    expect(set([], rule('', 'readwrite'))).toEqual(publicBucketPolicy(BUCKET).Statement)
  })

  test('keeps other statements unchanged and in place', () => {
    const statements = [DENY, ...DOWNLOAD]
    const changed = set(statements, rule('', 'readonly'), rule('in/', 'writeonly'))
    expect(changed.slice(0, 3)).toEqual(statements)
    expect(changed[0]).toBe(DENY)
    expect(set(statements)).toEqual([DENY])
  })

  test('removes from a shared statement only what no other rule needs', () => {
    const shared = set([], rule('a/', 'readonly'), rule('b/', 'readonly'))
    const left = set(shared, rule('b/', 'readonly'))
    expect(readAnonymousRules(left, BUCKET)).toEqual({ rules: [rule('b/', 'readonly')], others: [] })
    expect(JSON.stringify(left)).not.toContain('a/')
  })

  test('removes every trace of the last rule', () => {
    expect(set(set([], ...some))).toEqual([])
  })
})
