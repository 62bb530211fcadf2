/** The language of an account: kept by the console, for every browser that it signs in with. */
import { type Accounts, accountsOf } from '@cooperage/testkit'
import { beforeAll, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = withConsole()
const keep = (user: Visitor, language: string) => user.call('PUT', '/api/v1/account/language', { json: { language } })

let accounts: Accounts
beforeAll(() => {
  accounts = accountsOf(given.storage)
})

test('an account has the language that it has chosen in another browser, and no other account has it', async () => {
  const ana = await accounts.user('writeonly')
  const [one, other, stranger] = [visitor(given.server.url), visitor(given.server.url), visitor(given.server.url)]
  await Promise.all([one.signIn(ana), other.signIn(ana), stranger.signIn(await accounts.user('writeonly'))])
  const languages = async () =>
    Promise.all([one, other, stranger].map(async (user) => (await user.get('/api/v1/session')).json))
  const chosen = (...tags: string[]) => tags.map((language) => expect.objectContaining({ language }))
  expect(await languages()).toEqual(chosen('', '', ''))
  expect((await keep(one, 'ja')).status).toBe(204)
  expect(await languages()).toEqual(chosen('ja', 'ja', ''))
  await keep(other, 'en')
  expect(await languages()).toEqual(chosen('en', 'en', ''))
})

test('only languages of the console are kept, and only for someone who is signed in', async () => {
  const user = visitor(given.server.url)
  expect((await keep(user, 'de')).status).toBe(401)
  await user.signIn(await accounts.user('writeonly'))
  for (const language of ['', 'pseudo', 'xx', 'de; path=/']) {
    expect((await keep(user, language)).status, language).toBe(400)
  }
})
