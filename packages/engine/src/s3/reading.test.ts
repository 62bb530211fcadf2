import { afterAll, expect, test } from 'vitest'
import { startTestEngine } from '../test-engine.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/private')
await engine.send('PUT', '/private/k', { body: 'x'.repeat(1024 * 1024) })
afterAll(() => engine.stop())

test('an object that the caller may not read is closed', async () => {
  const { store } = engine.engine
  const { openObject } = store
  let open = 0
  store.openObject = async (...args) => {
    const object = await openObject(...args)
    open++
    const { close } = object
    object.close = () => {
      open--
      return close()
    }
    return object
  }
  expect((await engine.send('GET', '/private/k', { as: null })).status).toBe(403)
  expect(open).toBe(0)
  store.openObject = openObject
})
