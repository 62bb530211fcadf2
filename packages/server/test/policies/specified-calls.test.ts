/** The calls of the specification (core-console 7) about policies, word for word. */
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const text = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], 'photos/*')] })

test('a policy is saved by name and policy, listed, read and deleted', async () => {
  const user = await given.user()
  const name = `with/slash and space ${uniqueName('policy')}`
  expect((await user.call('POST', '/api/v1/policies', { json: { name, policy: text } })).status).toBe(201)
  const listed = (await user.get('/api/v1/policies?limit=1000')).json as { policies: object[] }
  expect(listed).toMatchObject({ policies: expect.arrayContaining([expect.objectContaining({ name })]) })
  expect((await user.get('/api/v1/policies')).json).toEqual(listed)

  const read = await user.get(`/api/v1/policy?name=${encodeURIComponent(name)}`)
  expect(read.json).toMatchObject({ name, policy: expect.stringContaining('arn:aws:s3:::photos/*') })
  expect((await user.call('DELETE', `/api/v1/policy?name=${encodeURIComponent(name)}`)).status).toBe(204)
  expect((await user.get(`/api/v1/policy?name=${encodeURIComponent(name)}`)).status).toBe(404)
})

test('the users and the groups that a policy is attached to are lists of names', async () => {
  const user = await given.user()
  const accounts = accountsOf(given.storage)
  const name = await accounts.policy(allow(['s3:GetObject'], 'photos/*'))
  const keys = await accounts.user(name)
  const group = await accounts.group([keys], name)
  expect((await user.get(`/api/v1/policies/${name}/users`)).json).toEqual([keys.accessKey])
  expect((await user.get(`/api/v1/policies/${name}/groups`)).json).toEqual([group])
})
