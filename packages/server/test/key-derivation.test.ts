/** What no call may cost: a key that is made anew from a secret took the older consoles two milliseconds a call. */
import { afterEach, expect, test, vi } from 'vitest'
import { startConsole, withConsole } from './running-console.ts'

const { derived, DERIVES } = vi.hoisted(() => ({
  derived: [] as string[],
  DERIVES: /^(?:argon2|hkdf|pbkdf2|scrypt)(?:Sync)?$/,
}))

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<Record<string, unknown>>()
  const counted = Object.entries(real).map(([name, value]) => {
    if (!DERIVES.test(name) || typeof value !== 'function') return [name, value]
    const apply = (target: object, self: unknown, given: unknown[]) => {
      derived.push(name)
      return Reflect.apply(target as (...args: unknown[]) => unknown, self, given)
    }
    return [name, new Proxy(value, { apply })]
  })
  return Object.fromEntries(counted)
})
for (const name of ['deriveBits', 'deriveKey'] as const) {
  const real = crypto.subtle[name].bind(crypto.subtle) as (...args: unknown[]) => never
  vi.spyOn(crypto.subtle, name).mockImplementation((...args: unknown[]) => {
    derived.push(name)
    return real(...args)
  })
}

const given = withConsole()
afterEach(() => void derived.splice(0))

test('the key of the cookie is derived when the console starts, and at no sign-in and no call', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  derived.splice(0)
  const form = [{ name: '5', fileName: 'a.txt', content: 'hello' }]
  const answers = [
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
  expect(answers.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(answers.map(() => 'done'))
  expect(derived).toEqual([])

  const other = await startConsole(given.storage.url)
  expect(derived.splice(0), 'name and key of the cookie').toEqual(['hkdfSync', 'hkdfSync'])
  expect((await user.twin(other.url).get('/api/v1/session')).status).toBe(200)
  expect(derived).toEqual([])
  await other.stop()
})

test('what the storage wants sealed costs a derivation, which is counted here', async () => {
  const user = await given.user()
  derived.splice(0)
  expect((await user.call('POST', '/api/v1/logout')).status).toBe(204)
  expect(derived).toContain('pbkdf2')
})
