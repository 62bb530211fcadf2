import { expect, onTestFinished, test } from 'vitest'
import { startTestEngine } from '../test-engine.ts'

test('an unreadable CORS configuration fails requests before they change or open anything', async () => {
  const engine = await startTestEngine()
  onTestFinished(() => engine.stop())
  await engine.send('PUT', '/casks')
  await engine.send('PUT', '/casks/oak', { body: 'whole' })

  const { store } = engine.engine
  const { getBucketDocument, openObject } = store
  let opened = 0
  store.getBucketDocument = () => {
    throw new Error('unreadable')
  }
  store.openObject = (...args) => {
    opened++
    return openObject.apply(store, args)
  }
  for (const [method, path] of [
    ['GET', '/casks/oak'],
    ['PUT', '/casks/ash'],
    ['DELETE', '/casks/oak'],
  ] as const) {
    expect(await engine.send(method, path)).toMatchObject({ status: 500, code: 'InternalError' })
  }
  expect(opened).toBe(0)

  store.getBucketDocument = getBucketDocument
  expect((await engine.send('GET', '/casks/oak')).text).toBe('whole')
  expect((await engine.send('HEAD', '/casks/ash')).status).toBe(404)
})
