/** The vocabulary of the generated policies. */
import { POLICY_ACTIONS } from '@cooperage/wire/policy'
import type { ConditionValue } from './pair.ts'

/** For each condition key, the values to compare with and the operators. */
type ConditionWords = readonly [operators: readonly string[], values: readonly ConditionValue[][]]

const TEXT = ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike', 'StringEqualsIgnoreCase']
const MORE_TEXT = [...TEXT, 'StringNotEqualsIgnoreCase', 'ForAnyValue:StringEquals', 'ForAllValues:StringLike']
const SETS = ['ForAllValues:StringEquals', 'ForAnyValue:StringEquals', 'ForAllValues:StringNotEquals', 'StringEquals']
const NUMBER = [
  'NumericEquals',
  'NumericNotEquals',
  'NumericLessThan',
  'NumericLessThanEquals',
  'NumericGreaterThan',
  'NumericGreaterThanEquals',
  'NumericGreaterThanIfExists',
]
const TIME = [
  'DateEquals',
  'DateNotEquals',
  'DateLessThan',
  'DateLessThanEquals',
  'DateGreaterThan',
  'DateGreaterThanEquals',
]
const NULL: ConditionWords = [['Null'], [[true], ['false']]]
const base64 = (text: string) => Buffer.from(text).toString('base64')

export const CONDITION_WORDS: Record<string, readonly ConditionWords[]> = {
  's3:prefix': [
    [MORE_TEXT, [['docs/'], [''], ['DOCS/', 'x'], ['docs/*'], ['d?cs/', 'home/*'], [`home/\${aws:username}/`], ['*']]],
    [['BinaryEquals'], [[base64('docs/')], [base64('home/'), base64('')]]],
    NULL,
  ],
  's3:delimiter': [[MORE_TEXT, [['/'], ['-'], ['/', '-'], ['?']]], NULL],
  's3:max-keys': [[NUMBER, [[10], ['100'], [1000], [0]]], NULL],
  's3:versionid': [[TEXT, [['null'], [''], ['*']]], NULL],
  's3:x-amz-storage-class': [[TEXT, [['STANDARD'], ['REDUCED_REDUNDANCY'], ['R*']]], NULL],
  's3:x-amz-copy-source': [
    [
      ['StringEquals', 'StringLike'],
      [['/{bucket}/docs/a.txt'], ['/{bucket}/docs/*']],
    ],
    NULL,
  ],
  's3:x-amz-metadata-directive': [
    [
      ['StringEquals', 'StringNotEquals'],
      [['COPY'], ['REPLACE']],
    ],
    NULL,
  ],
  's3:x-amz-server-side-encryption': [[['StringNotEquals'], [['AES256']]], NULL],
  's3:x-amz-content-sha256': [
    [TEXT, [['UNSIGNED-PAYLOAD'], ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'], ['?*']]],
    NULL,
  ],
  's3:object-lock-mode': [[TEXT, [['GOVERNANCE']]], NULL],
  's3:RequestObjectTag/team': [[TEXT, [['red'], ['blue'], ['r*', 'green'], ['RED']]], NULL],
  's3:RequestObjectTagKeys': [[SETS, [['team'], ['team', 'stage'], ['x']]], NULL],
  's3:ExistingObjectTag/team': [[TEXT, [['red'], ['blue'], ['r*', 'green'], ['RED']]], NULL],
  's3:authType': [[TEXT, [['REST-HEADER'], ['REST-QUERY-STRING'], ['REST-*'], ['']]], NULL],
  's3:signatureversion': [[TEXT, [['AWS4-HMAC-SHA256'], ['AWS'], ['']]]],
  's3:signatureAge': [[['NumericLessThan', 'NumericGreaterThan', 'NumericGreaterThanIfExists'], [[600_000]]], NULL],
  's3:LocationConstraint': [[['StringNotEquals'], [['us-east-1']]], NULL],
  'aws:SourceIp': [
    [
      ['IpAddress', 'NotIpAddress'],
      [
        ['127.0.0.0/8'],
        ['10.0.0.0/8', '::1'],
        ['127.0.0.1'],
        ['0.0.0.0/0'],
        ['127.0.0.2'],
        ['::ffff:127.0.0.1/128'],
        ['::/0'],
      ],
    ],
    NULL,
  ],
  'aws:SecureTransport': [
    [['Bool'], [[true], [false], ['false'], ['0']]],
    [['Null'], [[true], [false]]],
  ],
  'aws:username': [
    [
      MORE_TEXT,
      [['{user}'], ['somebody'], ['user-*', 'x'], [`\${aws:userid}`], [`\${aws:username}`], ['USER-*'], ['']],
    ],
    NULL,
  ],
  'aws:userid': [[TEXT, [['{user}'], [`\${aws:username}`], ['*']]], NULL],
  'aws:principaltype': [[TEXT, [['User'], ['AssumedRole', 'Account'], ['A*'], ['Anonymous']]]],
  'aws:CurrentTime': [[TIME, [['2020-01-01T00:00:00Z'], ['2099-12-31T23:59:59+02:00']]], NULL],
  'aws:EpochTime': [
    [NUMBER, [[1_500_000_000], ['4000000000']]],
    [['DateGreaterThan'], [['2020-01-01T00:00:00Z']]],
  ],
  'aws:UserAgent': [[TEXT, [['parity/1'], ['parity/*', 'curl*'], [''], ['*']]], NULL],
  'aws:Referer': [[TEXT, [['http://example.com/page'], ['http://example.com/*'], ['']]], NULL],
  'aws:groups': [[SETS, [['devs'], [`\${aws:username}`]]], NULL],
  'jwt:sub': [[TEXT, [['alice']]], NULL],
  'ldap:user': [[TEXT, [['alice']]], NULL],
  'svc:DurationSeconds': [[NUMBER, [[3600]]], NULL],
}

const IMPLYING: Record<string, string[]> = {
  's3:GetObject': ['s3:GetObjectVersion', 's3:GetObject?ersion'],
  's3:ListBucketVersions': ['s3:ListBucket'],
  's3:DeleteObject': ['s3:DeleteObjectVersion'],
}

/** Patterns that may match an action, and near misses. */
export function actionWords(action: string): string[] {
  const [service = ''] = action.split(':')
  const words = action.slice(service.length + 1).split(/(?=[A-Z])/)
  if (service !== 's3') return [action, `${service}:*`, 'admin:ConsoleLog', 'admin:Heal']
  const starts = words.map((_, index) => `s3:${words.slice(0, index + 1).join('')}*`)
  const near = POLICY_ACTIONS.s3.filter((other) => other !== action && other.startsWith(`s3:${words[0]}`))
  return [
    action,
    's3:*',
    ...starts,
    `s3:*${words.at(-1)}`,
    `s3:?${action.slice(4)}`,
    ...(IMPLYING[action] ?? []),
    ...near,
  ]
}

/** Resources that may match a target, and near misses. */
export function resourceWords(bucket: string, key: string): string[] {
  const arn = (pattern: string) => `arn:aws:s3:::${pattern}`
  const ofBucket = [bucket, `${bucket}/*`, '*', `${bucket}*`, `${bucket}/`, `${bucket}/x`, 'other', 'other/*', '*/*']
  if (key === '') return ['*', `*${bucket}`, ...ofBucket.map(arn)]
  const ofKey = [
    key,
    `${key}?`,
    `${key}*`,
    key.replace(/[a-z]/, '?'),
    key.toUpperCase(),
    'docs/*',
    'docs/?.txt',
    'docs/??.txt',
    `home/\${aws:username}/*`,
    `home/\${aws:userid}/new`,
    `home/\${s3:prefix}/*`,
    '*.txt',
  ].map((pattern) => `${bucket}/${pattern}`)
  return ['*', ...[...ofBucket, ...ofKey].map(arn)]
}
