/** The access keys of the visitor's own account (spec identity-and-settings 2 and 7), on the engine and on MinIO. */
import { type Accounts, accountsOf, allow } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { beforeAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'

const given = withConsole()
const KEYS = '/api/v1/service-accounts'
const DETAILS = '/api/v1/account/access-keys'
const READ_PHOTOS = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], 'photos/*')] })

let accounts: Accounts
beforeAll(() => {
  accounts = accountsOf(given.storage)
})

async function signedIn(...policies: string[]): Promise<Visitor> {
  const user = given.stranger()
  const { status, text } = await user.signIn(await accounts.user(...policies))
  if (status !== 201) throw new Error(`no sign-in: ${status} ${text}`)
  return user
}

const create = (user: Visitor, fields: object) => user.call('POST', KEYS, { json: fields })

test('an access key is created, listed and deleted', async () => {
  const user = await signedIn('readonly')
  expect((await user.get(KEYS)).json).toEqual([])

  const created = await create(user, { policy: '' })
  expect(created.status).toBe(201)
  const keys = created.json as Credentials
  expect(keys).toEqual({ accessKey: expect.stringMatching(/^.{20}$/), secretKey: expect.stringMatching(/^.{40}$/) })

  expect((await user.get(KEYS)).json).toEqual([keys.accessKey])
  expect((await user.get(DETAILS)).json).toEqual([
    { accessKey: keys.accessKey, name: '', description: '', enabled: true, expiry: '', restricted: false },
  ])
  expect(JSON.stringify(await user.get(DETAILS)), 'no list holds the secret').not.toContain(keys.secretKey)

  expect((await user.call('DELETE', `/api/v1/service-accounts/${keys.accessKey}`)).status).toBe(204)
  expect((await user.get(KEYS)).json).toEqual([])
})

test('name, description, expiry and policy are kept', async () => {
  const user = await signedIn('readonly')
  const expiry = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  const fields = { name: 'backup', description: 'Für die nächtliche Sicherung', expiry, policy: READ_PHOTOS }
  const { accessKey } = (await create(user, fields)).json as Credentials
  expect((await user.get(DETAILS)).json).toEqual([
    { accessKey, name: 'backup', description: fields.description, enabled: true, expiry, restricted: true },
  ])
})

test('every account lists and deletes its own keys only', async () => {
  const [one, other] = [await signedIn('readonly'), await signedIn('readonly')]
  const { accessKey } = (await create(one, {})).json as Credentials
  expect((await other.get(KEYS)).json).toEqual([])
  const refused = await other.call('DELETE', `${KEYS}/${accessKey}`)
  expect([refused.status, refused.json]).toMatchObject([404, { code: 'NoSuchServiceAccount' }])
  expect((await one.get(KEYS)).json).toEqual([accessKey])
})

test.each([
  ['a name with a space', { name: 'two words' }, 'InvalidInput', 'name'],
  ['a name of 33 characters', { name: 'a'.repeat(33) }, 'InvalidInput', 'name'],
  ['a description of 258 bytes', { description: 'ü'.repeat(129) }, 'InvalidInput', 'description'],
  ['an expiry in the past', { expiry: '2020-01-01T00:00:00Z' }, 'InvalidInput', 'expiry'],
  ['an expiry that is no time', { expiry: 'tomorrow' }, 'InvalidInput', 'expiry'],
  ['a policy that is no JSON', { policy: '{' }, 'InvalidPolicy', 'policy'],
  [
    'a policy that the storage refuses',
    { policy: '{"Version":"2012-10-17","Statement":[{"Effect":"Perhaps"}]}' },
    'InvalidPolicy',
    'policy',
  ],
])('%s is refused, and nothing is created', async (_what, fields, code, word) => {
  const user = await given.user()
  const before = (await user.get(KEYS)).json
  const refused = await create(user, fields)
  expect([refused.status, refused.json]).toMatchObject([400, { code, message: expect.stringContaining(word) }])
  expect((await user.get(KEYS)).json).toEqual(before)
})

test('the page is open to every account', async () => {
  const user = await signedIn(await accounts.policy(allow(['admin:ServerInfo'])))
  expect((await user.get('/api/v1/session')).json).toMatchObject({ pages: ['/account'] })
})
