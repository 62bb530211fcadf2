import { texts, uniqueName } from '@cooperage/testkit'
import { writeAssumeRoleForm } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, request, target } from '../target.ts'
import { assumeRole, postForm } from './session.ts'

const allow = (actions: string[], resource: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: actions, Resource: [`arn:aws:s3:::${resource}`] }],
  })

describe('AssumeRole', () => {
  test('returns credentials that are valid for one hour by default', async () => {
    const credentials = await assumeRole()
    expect(credentials.accessKey).toMatch(/^[A-Z0-9]{20}$/)
    expect(credentials.secretKey.length).toBe(40)
    expect(Math.abs(credentials.expiration - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect((await request({ method: 'GET', credentials })).status).toBe(200)
  })

  test('returns credentials with the requested duration', async () => {
    const credentials = await assumeRole({ durationSeconds: 900 })
    expect(Math.abs(credentials.expiration - Date.now() - 900_000)).toBeLessThan(60_000)
    const week = await assumeRole({ durationSeconds: 691_200 })
    expect(Math.abs(week.expiration - Date.now() - 691_200_000)).toBeLessThan(60_000)
  })

  test.each(['899', '0', '-1', 'long', '31536001'])('rejects the duration %s', async (duration) => {
    const response = await postForm(`Action=AssumeRole&Version=2011-06-15&DurationSeconds=${duration}`)
    expect(response.outcome).toBe('400 InvalidParameterValue')
    expect(response.text).toContain('<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">')
  })

  test('responds in the STS namespace', async () => {
    const response = await postForm(writeAssumeRoleForm())
    expect(response.headers['content-type']).toBe('application/xml')
    expect(response.text).toContain('<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">')
    expect(texts(response.text, 'RequestId')).toEqual([response.headers['x-amz-request-id']])
  })

  test('credentials can read, write and delete', async () => {
    const bucket = await given.bucket()
    const credentials = await assumeRole()
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials })).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'k', credentials })).text).toBe('x')
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials })).status).toBe(204)
  })

  test('an inline policy limits them', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'open/k')
    await given.object(bucket, 'shut/k')
    const credentials = await assumeRole({ policy: allow(['s3:GetObject'], `${bucket}/open/*`) })
    expect((await request({ method: 'GET', bucket, key: 'open/k', credentials })).status).toBe(200)
    expect((await request({ method: 'GET', bucket, key: 'shut/k', credentials })).outcome).toBe('403 AccessDenied')
    expect((await request({ method: 'PUT', bucket, key: 'open/k', body: 'x', credentials })).outcome).toBe(
      '403 AccessDenied',
    )
    expect((await request({ method: 'GET', bucket, query: { 'list-type': '2' }, credentials })).outcome).toBe(
      '403 AccessDenied',
    )
  })

  test('an inline policy limits the bucket listing to the buckets that it allows', async () => {
    const [open, shut] = [await given.bucket(), await given.bucket()]
    const credentials = await assumeRole({ policy: allow(['s3:ListBucket'], open) })
    const names = texts((await request({ method: 'GET', credentials })).text, 'Name')
    expect(names).toContain(open)
    expect(names).not.toContain(shut)
  })

  test('a policy for one prefix allows listing that prefix only', async () => {
    const bucket = await given.bucket()
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:ListBucket'],
          Resource: [`arn:aws:s3:::${bucket}`],
          Condition: { StringLike: { 's3:prefix': ['home/*'] } },
        },
      ],
    })
    const credentials = await assumeRole({ policy })
    const list = (prefix: string) =>
      request({ method: 'GET', bucket, query: { 'list-type': '2', prefix }, credentials })
    expect((await list('home/')).status).toBe(200)
    expect((await list('other/')).outcome).toBe('403 AccessDenied')
    expect((await list('')).outcome).toBe('403 AccessDenied')
  })

  test('a Deny in an inline policy wins', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: [`arn:aws:s3:::${bucket}/*`] },
      ],
    })
    const credentials = await assumeRole({ policy })
    expect((await request({ method: 'GET', bucket, key: 'k', credentials })).status).toBe(200)
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials })).outcome).toBe('403 AccessDenied')
  })

  test.each(['{', '{"Version":"2012-10-17","Statement":[{"Effect":"Perhaps","Action":["s3:*"],"Resource":["*"]}]}'])(
    'rejects the policy %s',
    async (policy) => {
      expect((await postForm(writeAssumeRoleForm({ policy }))).outcome).toBe('400 InvalidParameterValue')
    },
  )

  test('rejects a policy of more than 2048 characters', async () => {
    const response = await postForm(writeAssumeRoleForm({ policy: allow(['s3:*'], 'x'.repeat(2048)) }))
    expect(response.outcome).toBe('400 InvalidParameterValue')
  })

  test('rejects a wrong secret key, an unknown access key and an anonymous request', async () => {
    const form = writeAssumeRoleForm()
    const wrong = await postForm(form, { credentials: { ...target.root, secretKey: 'not-the-secret' } })
    const unknown = await postForm(form, { credentials: { ...target.root, accessKey: uniqueName() } })
    const nobody = await postForm(form, { credentials: undefined })
    expect(wrong.outcome).toBe('403 AccessDenied')
    expect(wrong.message).toContain('signature we calculated does not match')
    expect(unknown.outcome).toBe('403 AccessDenied')
    expect(unknown.message).toContain('Access Key Id you provided does not exist')
    expect(nobody.outcome).toBe('400 InvalidParameterValue')
  })

  test('rejects a signature for the service s3', async () => {
    expect((await postForm(writeAssumeRoleForm(), { service: 's3' })).outcome).toBe('403 AccessDenied')
  })

  test('rejects a form that was changed after signing', async () => {
    const body = writeAssumeRoleForm({ durationSeconds: 900 })
    const response = await postForm(body, {
      payloadHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
    expect(response.outcome).toBe('403 AccessDenied')
  })

  test("rejects temporary credentials, which can't renew themselves", async () => {
    const credentials = await assumeRole()
    expect((await postForm(writeAssumeRoleForm(), { credentials })).outcome).toBe('403 AccessDenied')
  })

  test('rejects an unknown version and an unknown action', async () => {
    const version = await postForm('Action=AssumeRole&Version=2012-01-01')
    const action = await postForm('Action=GetSessionToken&Version=2011-06-15')
    expect(version.outcome).toBe('400 MissingParameter')
    expect(action.outcome).toBe('400 InvalidParameterValue')
    expect(action.message).toBe('Unsupported action GetSessionToken')
  })
})

describe('Temporary credentials', () => {
  test('are rejected without their session token and with a corrupted one', async () => {
    const { sessionToken, ...keys } = await assumeRole()
    const without = await request({ method: 'GET', credentials: keys })
    const damaged = await request({
      method: 'GET',
      credentials: { ...keys, sessionToken: `${sessionToken.slice(0, -2)}xx` },
    })
    expect(without.outcome).toBe('403 InvalidTokenId')
    expect(damaged.outcome).toBe('403 InvalidTokenId')
  })

  test('are rejected with the session token of other credentials', async () => {
    const [one, two] = [await assumeRole(), await assumeRole()]
    const response = await request({ method: 'GET', credentials: { ...one, sessionToken: two.sessionToken } })
    expect(response.outcome).toBe('403 InvalidTokenId')
  })

  test('are rejected with a wrong secret key', async () => {
    const credentials = await assumeRole()
    const response = await request({ method: 'GET', credentials: { ...credentials, secretKey: target.root.secretKey } })
    expect(response.outcome).toBe('403 SignatureDoesNotMatch')
  })
})
