import { authorize, parsePolicy, policyFindings } from '@cooperage/wire/policy'
import { expect, test } from 'vitest'
import {
  missingFor,
  POLICY_TEMPLATES,
  type TemplateName,
  templateOf,
  templateStatements,
  templatesFor,
} from './policy-templates.ts'

const VALUES = { bucket: 'photos', folder: 'team/', addresses: ['10.0.0.0/8'], date: '2026-12-31' }
const CONTEXT = {
  username: 'anna',
  'aws:CurrentTime': '2026-06-01T00:00:00Z',
  'aws:SecureTransport': 'true',
  'aws:SourceIp': '10.1.2.3',
}

interface Case {
  action: string
  bucket?: string
  object?: string
  context?: Record<string, string>
}

/** `GetObject photos/team/a.txt key=value`: a request, with what differs from the usual one. */
function requestOf(text: string): Case {
  const [action = '', ...rest] = text.split(' ')
  const pairs = rest.filter((part) => part.includes('=')).map((part) => part.split('=') as [string, string])
  const place = rest.find((part) => !part.includes('=')) ?? ''
  const slash = place.indexOf('/')
  const object = slash < 0 ? undefined : place.slice(slash + 1)
  return {
    action: action.includes(':') ? action : `s3:${action}`,
    ...(place !== '' && { bucket: slash < 0 ? place : place.slice(0, slash) }),
    ...(object !== undefined && { object }),
    context: Object.fromEntries(pairs),
  }
}

function documentOf(name: TemplateName): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: templateStatements(name, VALUES) })
}

/** Templates that only forbid are tested beside a policy that allows everything. */
const ALL = parsePolicy({ Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }] })
const ALL_ADMIN = parsePolicy({ Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] })
const FORBIDDING: ReadonlySet<TemplateName> = new Set(['noDeletes', 'keepVersions', 'tlsOnly', 'networks', 'noKeys'])
const OPEN = parsePolicy({
  Statement: [{ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }],
})

function allows(name: TemplateName, text: string): boolean {
  const { action, bucket, object, context } = requestOf(text)
  const policy = parsePolicy(documentOf(name))
  const request = {
    action,
    bucket: bucket ?? '',
    ...(object !== undefined && { object }),
    context: { ...CONTEXT, ...context },
  }
  if (templateOf(name).isOfBucket) {
    const statements = name === 'publicTls' ? [...OPEN.statements, ...policy.statements] : policy.statements
    return authorize({ isAnonymous: true, bucket: { ...policy, statements } }, request).decision === 'allow'
  }
  const others = FORBIDDING.has(name) ? [ALL, ALL_ADMIN] : []
  const identity = [policy, ...others].map((one) => ({ name: 'p', policy: one }))
  return authorize({ identity }, request).decision === 'allow'
}

const CASES: Record<TemplateName, { allowed: string[]; refused: string[] }> = {
  readOnly: {
    allowed: ['GetObject photos/team/a', 'ListBucket photos s3:prefix=team/', 'GetBucketLocation photos'],
    refused: ['GetObject photos/x', 'ListBucket photos s3:prefix=', 'PutObject photos/team/a', 'GetObject x/team/a'],
  },
  readWrite: {
    allowed: ['GetObject photos/team/a', 'PutObject photos/team/a', 'DeleteObject photos/team/a'],
    refused: ['PutObject photos/x', 'PutBucketPolicy photos', 'DeleteObjectVersion photos/team/a'],
  },
  uploadOnly: {
    allowed: ['PutObject photos/team/a', 'AbortMultipartUpload photos/team/a'],
    refused: ['GetObject photos/team/a', 'ListBucket photos s3:prefix=team/', 'PutObject photos/a'],
  },
  noDeletes: {
    allowed: ['GetObject photos/team/a', 'PutObject photos/team/a', 'DeleteObject photos/x', 'DeleteBucket x'],
    refused: ['DeleteObject photos/team/a', 'DeleteObjectVersion photos/team/a', 'DeleteBucket photos'],
  },
  keepVersions: {
    allowed: ['DeleteObject photos/team/a', 'PutObject photos/team/a'],
    refused: [
      'DeleteObjectVersion photos/team/a',
      'BypassGovernanceRetention photos/team/a',
      'PutBucketVersioning photos',
    ],
  },
  folderPerUser: {
    allowed: ['GetObject photos/anna/a', 'DeleteObject photos/anna/a', 'ListBucket photos s3:prefix=anna/'],
    refused: ['GetObject photos/bob/a', 'ListBucket photos s3:prefix=', 'ListBucket photos s3:prefix=bob/'],
  },
  wholeBucket: {
    allowed: ['GetObject photos/a', 'PutBucketPolicy photos', 'DeleteBucket photos'],
    refused: ['GetObject x/a', 'ListAllMyBuckets', 'admin:ListUsers'],
  },
  bucketNames: {
    allowed: ['ListAllMyBuckets', 'GetBucketLocation photos'],
    refused: ['ListBucket photos', 'GetObject photos/a'],
  },
  tlsOnly: {
    allowed: ['GetObject photos/a', 'ListBucket photos'],
    refused: ['GetObject photos/a aws:SecureTransport=false', 'ListBucket photos aws:SecureTransport=false'],
  },
  networks: {
    allowed: ['GetObject photos/a', 'PutObject photos/a aws:SourceIp=10.255.0.1'],
    refused: ['GetObject photos/a aws:SourceIp=192.0.2.1', 'ListBucket photos aws:SourceIp=2001:db8::1'],
  },
  untilDate: {
    allowed: ['GetObject photos/team/a', 'ListBucket photos s3:prefix=team/'],
    refused: [
      'GetObject photos/team/a aws:CurrentTime=2027-01-01T00:00:00Z',
      'ListBucket photos s3:prefix=team/ aws:CurrentTime=2027-01-01T00:00:00Z',
      'ListBucket photos s3:prefix=',
    ],
  },
  restic: {
    allowed: [
      'GetObject photos/team/a',
      'PutObject photos/team/a',
      'DeleteObject photos/team/a',
      'ListBucket photos s3:prefix=',
    ],
    refused: ['GetObject photos/x', 'PutBucketPolicy photos'],
  },
  veeam: {
    allowed: [
      'PutObjectRetention photos/a',
      'DeleteObjectVersion photos/a',
      'ListBucketVersions photos',
      'ListAllMyBuckets',
    ],
    refused: ['BypassGovernanceRetention photos/a', 'GetObject x/a', 'PutBucketObjectLockConfiguration photos'],
  },
  pgBackRest: {
    allowed: ['PutObject photos/team/a', 'PutObjectTagging photos/team/a', 'ListBucket photos s3:prefix=team/'],
    refused: ['GetObject photos/x', 'ListBucket photos s3:prefix='],
  },
  velero: {
    allowed: ['PutObject photos/a', 'ListBucket photos', 'DeleteObject photos/a'],
    refused: ['GetObject x/a', 'DeleteBucket photos'],
  },
  replication: {
    allowed: ['ReplicateObject photos/a', 'ReplicateDelete photos/a', 'GetReplicationConfiguration photos'],
    refused: ['PutReplicationConfiguration photos', 'ReplicateObject x/a'],
  },
  auditor: {
    allowed: [
      'GetBucketPolicy photos',
      'GetLifecycleConfiguration photos',
      'ListAllMyBuckets',
      'admin:GetUser',
      'admin:ListUsers',
    ],
    refused: ['GetObject photos/a', 'ListBucket photos', 'PutBucketPolicy photos', 'admin:CreateUser'],
  },
  monitoring: {
    allowed: ['admin:Prometheus', 'admin:ServerInfo'],
    refused: ['admin:ServiceRestart', 'ListAllMyBuckets'],
  },
  userAdmin: {
    allowed: ['admin:CreateUser', 'admin:AttachUserOrGroupPolicy', 'admin:ListGroups'],
    refused: ['admin:CreatePolicy', 'admin:ServerInfo', 'GetObject photos/a'],
  },
  noKeys: { allowed: ['admin:ListUsers', 'GetObject photos/a'], refused: ['admin:CreateServiceAccount'] },
  website: {
    allowed: ['GetObject photos/team/index.html'],
    refused: ['ListBucket photos s3:prefix=team/', 'GetObject photos/x', 'PutObject photos/team/a'],
  },
  publicList: {
    allowed: ['GetObject photos/team/a', 'ListBucket photos s3:prefix=team/'],
    refused: ['ListBucket photos s3:prefix=', 'DeleteObject photos/team/a'],
  },
  dropBox: {
    allowed: ['PutObject photos/team/a'],
    refused: ['GetObject photos/team/a', 'DeleteObject photos/team/a', 'PutObject photos/x'],
  },
  publicNetworks: { allowed: ['GetObject photos/team/a'], refused: ['GetObject photos/team/a aws:SourceIp=192.0.2.1'] },
  publicTls: { allowed: ['GetObject photos/a'], refused: ['GetObject photos/a aws:SecureTransport=false'] },
}

test.each(Object.entries(CASES) as [TemplateName, (typeof CASES)[TemplateName]][])(
  'the template %s allows and refuses what its name says',
  (name, { allowed, refused }) => {
    expect(allowed.map((text) => [text, allows(name, text)])).toEqual(allowed.map((text) => [text, true]))
    expect(refused.map((text) => [text, allows(name, text)])).toEqual(refused.map((text) => [text, false]))
  },
)

test.each(Object.keys(POLICY_TEMPLATES) as TemplateName[])(
  'the template %s has no findings but what it is for',
  (name) => {
    const role = templateOf(name).isOfBucket
      ? ({ kind: 'bucket', bucket: 'photos' } as const)
      : ({ kind: 'identity' } as const)
    const codes = new Set(policyFindings(documentOf(name), role).map(({ code }) => code))
    // Who manages users can give itself any permission, and a bucket policy is for everyone.
    const meant =
      name === 'userAdmin' ? ['RootPower'] : role.kind === 'bucket' ? ['PublicPrincipal', 'DeniesAnonymousOnly'] : []
    expect(codes.difference(new Set(meant))).toEqual(new Set())
  },
)

test('there are twenty for accounts and five for buckets, and each says what it lacks', () => {
  expect([templatesFor(false).length, templatesFor(true).length]).toEqual([20, 5])
  const nothing = { bucket: '', folder: '', addresses: [], date: '' }
  expect(missingFor('readOnly', nothing)).toBe('bucket')
  expect(missingFor('networks', nothing)).toBe('addresses')
  expect(missingFor('untilDate', { ...nothing, bucket: 'b' })).toBe('date')
  expect(missingFor('monitoring', nothing)).toBeUndefined()
})
