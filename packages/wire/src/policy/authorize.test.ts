import { describe, expect, test } from 'vitest'
import { type AuthorizationRequest, authorize, type NamedPolicy, type Rights } from './authorize.ts'
import { parsePolicy } from './document.ts'

const policyOf = (...statements: object[]) => parsePolicy({ Version: '2012-10-17', Statement: statements })
const allow = (action: string | string[], resource = '*', more: object = {}) => ({
  Effect: 'Allow',
  Action: action,
  Resource: resource === '*' ? '*' : `arn:aws:s3:::${resource}`,
  ...more,
})
const deny = (action: string | string[], resource = '*', more: object = {}) => ({
  ...allow(action, resource, more),
  Effect: 'Deny',
})
const named = (name: string, ...statements: object[]): NamedPolicy => ({ name, policy: policyOf(...statements) })
const get: AuthorizationRequest = { action: 's3:GetObject', bucket: 'photos', object: 'a' }

describe('authorize', () => {
  test('names the deciding statement and its document', () => {
    const rights: Rights = {
      identity: [named('own', allow('s3:PutObject'), allow('s3:GetObject', 'photos/*'))],
      groups: [named('of-group', deny('s3:DeleteObject'))],
    }

    expect(authorize(rights, get)).toMatchObject({
      decision: 'allow',
      where: { kind: 'identity', name: 'own' },
      statement: { index: 1 },
    })
    expect(authorize(rights, { ...get, action: 's3:DeleteObject' })).toMatchObject({
      decision: 'deny',
      where: { kind: 'group', name: 'of-group' },
      statement: { index: 0 },
    })
    expect(authorize(rights, { ...get, bucket: 'docs' })).toEqual({ decision: 'none', where: { kind: 'identity' } })
  })

  test('applies the bucket policy to anonymous requests only', () => {
    const everyone = { Principal: { AWS: ['*'] } }
    const bucket = policyOf(allow('s3:GetObject', 'photos/*', everyone), deny('s3:PutObject', 'photos/*', everyone))

    expect(authorize({ isAnonymous: true, bucket }, get)).toMatchObject({
      decision: 'allow',
      where: { kind: 'bucket' },
      statement: { index: 0 },
    })
    expect(authorize({ isAnonymous: true }, get)).toEqual({ decision: 'none', where: { kind: 'bucket' } })
    expect(authorize({ bucket }, get).decision).toBe('none')
    const mayPut = { identity: [named('own', allow('s3:PutObject'))], bucket }
    expect(authorize(mayPut, { ...get, action: 's3:PutObject' }).decision).toBe('allow')
  })

  test('never lets anonymous requests list buckets', () => {
    const bucket = policyOf(allow('s3:*', '*', { Principal: '*' }))

    expect(authorize({ isAnonymous: true, bucket }, { action: 's3:ListAllMyBuckets' }).decision).toBe('none')
  })

  test.each(['session', 'serviceAccount'] as const)('limits an account by the policy of a %s', (limit) => {
    const identity = [named('own', allow('s3:*', 'photos/*'))]
    const kind = limit === 'session' ? 'session' : 'service-account'
    const decide = (...statements: object[]) => authorize({ identity, [limit]: policyOf(...statements) }, get)

    expect(decide(allow('s3:GetObject'))).toMatchObject({ decision: 'allow', where: { kind: 'identity' } })
    expect(decide(allow('s3:PutObject'))).toMatchObject({ decision: 'none', where: { kind } })
    expect(decide(allow('*'), deny('s3:GetObject'))).toMatchObject({
      decision: 'deny',
      where: { kind },
      statement: { index: 1 },
    })
    expect(authorize({ identity: [], [limit]: policyOf(allow('*')) }, get)).toMatchObject({
      decision: 'none',
      where: { kind: 'identity' },
    })
  })

  test('reports the denying statement rather than a missing Allow', () => {
    const rights = { identity: [named('own', deny('s3:GetObject'))], session: policyOf(allow('s3:PutObject')) }

    expect(authorize(rights, get)).toMatchObject({ decision: 'deny', where: { kind: 'identity', name: 'own' } })
  })

  test('limits root only by a policy of its session or service account', () => {
    expect(authorize({ isOwner: true }, get)).toEqual({ decision: 'allow', where: { kind: 'owner' } })
    expect(authorize({ isOwner: true, session: policyOf(allow('s3:PutObject')) }, get).decision).toBe('none')
    expect(authorize({ isOwner: true, session: policyOf(allow('s3:GetObject')) }, get).decision).toBe('allow')
  })

  test('ignores an empty policy of a service account, unless it has a version', () => {
    const identity = [named('own', allow('s3:*'))]

    expect(authorize({ identity, serviceAccount: parsePolicy({}) }, get).decision).toBe('allow')
    expect(authorize({ identity, serviceAccount: policyOf() }, get).decision).toBe('none')
    expect(authorize({ identity, session: parsePolicy({}) }, get).decision).toBe('none')
  })

  test('denies calls that need no permission only if a Deny applies or no policy exists', () => {
    const request = { action: 'admin:CreateServiceAccount', unlessDenied: true }

    expect(authorize({ identity: [named('own', allow('s3:GetObject'))] }, request).decision).toBe('allow')
    expect(authorize({ identity: [named('own', deny('admin:*'))] }, request).decision).toBe('deny')
    expect(authorize({}, request).decision).toBe('none')
    const session = policyOf(allow('s3:*'))
    expect(authorize({ identity: [named('own', allow('admin:*'))], session }, request)).toMatchObject({
      decision: 'none',
      where: { kind: 'session' },
    })
  })

  test('allows deleting a version unless that is denied', () => {
    const request = { ...get, action: 's3:DeleteObject', versionId: 'null' }

    expect(authorize({ identity: [named('own', allow('s3:DeleteObject'))] }, request).decision).toBe('allow')
    expect(authorize({ identity: [named('own', allow('s3:DeleteObjectVersion'))] }, request).decision).toBe('none')
    const denied = [named('own', allow('s3:*'), deny('s3:DeleteObjectVersion'))]
    expect(authorize({ identity: denied }, request)).toMatchObject({ decision: 'deny', statement: { index: 1 } })
    expect(authorize({ identity: denied }, { ...request, versionId: '' }).decision).toBe('allow')
  })

  test('doesn’t delete a version for an anonymous request where that is denied', () => {
    const request = { ...get, action: 's3:DeleteObject', principal: '' }
    const statement = { Principal: '*', Resource: 'arn:aws:s3:::*' }
    const bucket = parsePolicy({
      Statement: [
        { ...statement, Effect: 'Allow', Action: 's3:*' },
        { ...statement, Effect: 'Deny', Action: 's3:DeleteObjectVersion' },
      ],
    })

    expect(authorize({ isAnonymous: true, bucket }, request).decision).toBe('allow')
    expect(authorize({ isAnonymous: true, bucket }, { ...request, versionId: 'null' }).decision).toBe('deny')
    expect(authorize({ isAnonymous: true }, { ...request, versionId: 'null' }).decision).toBe('none')
  })

  test('allows listing versions to everyone who can list objects, unless that is denied', () => {
    const request = { action: 's3:ListBucketVersions', bucket: 'photos' }

    expect(authorize({ identity: [named('own', allow('s3:ListBucket'))] }, request).decision).toBe('allow')
    const denied = [named('own', allow('s3:*'), deny('s3:ListBucketVersions'))]
    expect(authorize({ identity: denied }, request).decision).toBe('deny')
    const apart = {
      identity: [named('own', allow('s3:ListBucket'))],
      session: policyOf(allow('s3:ListBucketVersions')),
    }
    expect(authorize(apart, request).decision).toBe('none')
  })

  test('ignores principals in the policy of an account', () => {
    const identity = [named('own', allow('s3:GetObject', '*', { Principal: { AWS: ['bob'] } }))]

    expect(authorize({ identity }, get).decision).toBe('allow')
  })
})
