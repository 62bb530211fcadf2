/** What an account chooses for its pages: kept by the console, for every browser that it signs in with. */
import { MAX_KEPT_TABLES, type Session } from '@cooperage/contract'
import { accountsOf } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const keep = (user: Visitor, language: string) => user.call('PUT', '/api/v1/account/language', { json: { language } })

const accounts = accountsOf(given.storage)

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

const keepTable = (user: Visitor, table: string, columns: unknown) =>
  user.call('PUT', `/api/v1/account/tables/${table}`, { json: { columns } })
const tablesOf = async (user: Visitor) => ((await user.get('/api/v1/session')).json as Session).tables

test('an account has the columns that it has chosen in another browser, and no other account has them', async () => {
  const ana = await accounts.user('writeonly')
  const [one, other, stranger] = [visitor(given.server.url), visitor(given.server.url), visitor(given.server.url)]
  await Promise.all([one.signIn(ana), other.signIn(ana), stranger.signIn(await accounts.user('writeonly'))])
  const buckets = [
    { id: 'name', isShown: true, width: 400 },
    { id: 'size', isShown: false },
  ]
  expect((await keepTable(one, 'buckets', buckets)).status).toBe(204)
  await keepTable(one, 'users', [{ id: 'groups', isShown: false }])
  expect(await tablesOf(other)).toEqual({ buckets, users: [{ id: 'groups', isShown: false }] })
  expect(await tablesOf(stranger)).toEqual({})
  await keepTable(other, 'buckets', buckets.slice(0, 1))
  await keepTable(other, 'users', [])
  expect(await tablesOf(one)).toEqual({ buckets: buckets.slice(0, 1) })
})

test('what isn’t the layout of a table is refused, and of very many tables some are forgotten', async () => {
  const user = visitor(given.server.url)
  const column = { id: 'name', isShown: true }
  expect((await keepTable(user, 'buckets', [column])).status).toBe(401)
  await user.signIn(await accounts.user('writeonly'))
  const refused: [table: string, columns: unknown][] = [
    ['__proto__', [column]],
    ['a%2Fb', [column]],
    ['a'.repeat(65), [column]],
    ['buckets', {}],
    ['buckets', [{ ...column, id: '<b>' }]],
    ['buckets', [{ ...column, width: 39 }]],
    ['buckets', [{ ...column, width: 100.5 }]],
    ['buckets', [{ ...column, title: 'x' }]],
    ['buckets', Array(51).fill(column)],
  ]
  for (const [table, columns] of refused) {
    expect((await keepTable(user, table, columns)).status, JSON.stringify([table, columns])).toBe(400)
  }
  for (let table = 0; table <= MAX_KEPT_TABLES; table++) await keepTable(user, `t${table}`, [column])
  const kept = await tablesOf(user)
  expect(Object.keys(kept ?? {})).toHaveLength(MAX_KEPT_TABLES)
  expect(kept).toHaveProperty(`t${MAX_KEPT_TABLES}`)
})
