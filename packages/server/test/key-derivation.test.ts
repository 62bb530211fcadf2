/** No call may derive keys: in older consoles deriving a key from a secret took two milliseconds per call. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'

type Call = (...args: unknown[]) => unknown

/** The functions that derive keys, by module. */
const DERIVING: [Record<string, Call>, string[]][] = [
  [
    crypto as unknown as Record<string, Call>,
    ['argon2', 'argon2Sync', 'hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync'],
  ],
  [crypto.subtle as unknown as Record<string, Call>, ['deriveBits', 'deriveKey']],
]

/** The names of the called functions, in order. */
const derived: string[] = []

const restore: (() => void)[] = []
beforeAll(() => {
  for (const [owner, names] of DERIVING) {
    for (const name of names) {
      const real = owner[name]
      if (real === undefined) throw new Error(`this Node has no ${name}`)
      owner[name] = function counted(this: unknown, ...args) {
        derived.push(name)
        return real.apply(this, args)
      }
      restore.push(() => {
        owner[name] = real
      })
    }
  }
  // Code that is imported after this gets the counting functions.
  syncBuiltinESMExports()
})
afterAll(() => {
  for (const one of restore) one()
  syncBuiltinESMExports()
})

const given = await withConsole()
afterEach(() => void derived.splice(0))

test('derives keys only at the start, not for sign-ins or calls', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  derived.splice(0)
  const form = [{ name: '5', fileName: 'a.txt', content: 'hello' }]
  const responses = [
    await user.twin().signIn(given.storage.root),
    await user.get('/api/v1/session'),
    await user.get('/api/v1/buckets'),
    await user.call('POST', '/api/v1/has-permission', { json: { actions: [{ id: '0', action: 's3:GetObject' }] } }),
    await user.get(`/api/v1/buckets/${bucket}`),
    await user.call('POST', `${objects}/upload`, { form }),
    await user.get(objects),
    await user.get(`${objects}/download?prefix=a.txt`),
    await user.get(`${objects}/share?prefix=a.txt&expires=3600000ms`),
    await user.call('DELETE', `${objects}?path=a.txt`),
  ]
  expect(responses.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(responses.map(() => 'done'))
  expect(derived).toEqual([])

  const other = await consoleAt(given.storage.url)
  expect(derived.splice(0), 'name and key of the cookie, two keys of share links').toEqual(Array(4).fill('hkdfSync'))
  expect((await user.twin(other.url).get('/api/v1/session')).status).toBe(200)
  expect(derived).toEqual([])
})

test('counts the derivation for payloads that must be encrypted for the storage server', async () => {
  const user = await given.user()
  derived.splice(0)
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(200)
  expect(derived).toContain('pbkdf2')
})
