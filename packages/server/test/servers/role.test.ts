import { expect, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { scriptedStorage, stsError, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

const ROLE = 'arn:aws:iam::123456789012:role/console'
const KEYS = { accessKey: 'alice', secretKey: 'alice-secret' }
const NO_BUCKETS = '<ListAllMyBucketsResult><Owner><ID>a</ID></Owner><Buckets/></ListAllMyBucketsResult>'

/** A server like Ceph and AWS: S3 without an admin API, and an STS that responds to forms in turn. */
async function server(...sts: [status: number, text: string][]) {
  const forms: string[] = []
  const signers: string[] = []
  const storage = await scriptedStorage(({ method, headers }, response, body) => {
    const key = /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (method !== 'POST') {
      signers.push(key)
      response.end(NO_BUCKETS)
      return
    }
    forms.push(body)
    const [status, text] = sts.shift() ?? [200, stsKeys()]
    response.writeHead(status).end(text)
  })
  const console = await startConsole(storage.url, { storageKind: 's3', stsRole: { arn: ROLE } })
  return {
    forms,
    signers,
    user: visitor(console.url),
    async stop() {
      await console.stop()
      await storage.stop()
    },
  }
}

test('signs in with temporary keys of the role, and ends the session for good', async () => {
  const { forms, signers, user, stop } = await server()
  expect((await user.signIn(KEYS)).status).toBe(201)
  const form = new URLSearchParams(forms[0])
  expect([form.get('Action'), form.get('RoleArn'), form.get('RoleSessionName')]).toEqual([
    'AssumeRole',
    ROLE,
    'cooperage',
  ])
  expect((await user.get('/api/v1/buckets')).status).toBe(200)
  expect(new Set(signers)).toEqual(new Set(['TEMP']))
  expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: 'alice', passwordChange: 'external' })
  const copy = user.twin()
  await user.call('POST', '/api/v1/logout')
  expect((await copy.get('/api/v1/buckets')).json).toMatchObject({ code: 'SessionEnded' })
  await stop()
})

test('accepts that a role allows an hour only', async () => {
  const tooLong = stsError(
    'ValidationError',
    'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
  )
  const { forms, user, stop } = await server([400, tooLong])
  expect((await user.signIn(KEYS)).status).toBe(201)
  expect(forms.map((form) => new URLSearchParams(form).has('DurationSeconds'))).toEqual([true, false])
  await stop()
})

test.each([
  ['unknown keys', 403, 'InvalidClientTokenId', 'InvalidLogin'],
  ['a wrong secret', 403, 'SignatureDoesNotMatch', 'InvalidLogin'],
  ['keys that may not assume it', 403, 'AccessDenied', 'RoleRefused'],
])('says what is wrong with %s', async (_, status, refusal, code) => {
  const { user, stop } = await server([status, stsError(refusal, 'not authorized to perform: sts:AssumeRole')])
  const reply = await user.signIn(KEYS)
  expect([reply.status, reply.json]).toEqual([401, expect.objectContaining({ code })])
  await stop()
})
