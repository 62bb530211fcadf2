import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../store/testing/temporary-store.ts'
import { md5Base64, startTestEngine, type TestEngine } from '../test-engine.ts'

const DAY = 24 * 60 * 60 * 1000
const RULES =
  '<LifecycleConfiguration><Rule><ID>three</ID><Status>Enabled</Status><Filter><Prefix>k</Prefix></Filter><Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>'

async function engineAt(clock: { days: number }, lifecycleSeconds?: number): Promise<TestEngine> {
  const now = () => Date.now() + clock.days * DAY
  const engine = await startTestEngine({ now, ...(lifecycleSeconds === undefined ? {} : { lifecycleSeconds }) })
  onTestFinished(() => engine.stop())
  await engine.send('PUT', '/casks')
  const headers = { 'content-md5': md5Base64(RULES) }
  expect(await engine.send('PUT', '/casks', { query: 'lifecycle', body: RULES, headers })).toMatchObject({
    status: 200,
  })
  return engine
}

const versions = async (engine: TestEngine) =>
  [...(await engine.send('GET', '/casks', { query: 'versions' })).text.matchAll(/<Key>(.*?)</g)].map(([, key]) => key)

test('an object is there until its days are over, and then by no call that reads or lists objects', async () => {
  const clock = { days: 0 }
  // No scan: what is shown does not depend on one.
  const engine = await engineAt(clock, 0)
  for (const key of ['k1', 'other']) await engine.send('PUT', `/casks/${key}`, { body: 'x' })
  clock.days = 2
  expect(await engine.send('GET', '/casks/k1')).toMatchObject({ status: 200, text: 'x' })
  clock.days = 5
  for (const method of ['GET', 'HEAD']) {
    expect(await engine.send(method, '/casks/k1')).toMatchObject({ status: 404, code: 'NoSuchKey' })
    expect(await engine.send(method, '/casks/other')).toMatchObject({ status: 200 })
  }
  for (const query of ['', 'list-type=2']) {
    const { text } = await engine.send('GET', '/casks', { query })
    expect([...text.matchAll(/<Key>(.*?)</g)].map(([, key]) => key)).toEqual(['other'])
  }
  expect(await versions(engine)).toEqual(['k1', 'other'])
})

test('what is met after its end goes, and so does what nobody meets once there is a start', async () => {
  const clock = { days: 0 }
  const engine = await engineAt(clock)
  await engine.send('PUT', '/casks/k1', { body: 'x' })
  clock.days = 5
  expect(await engine.send('HEAD', '/casks/k1')).toMatchObject({ status: 404 })
  await vi.waitFor(async () => expect(await versions(engine)).toEqual([]), PATIENT)

  await engine.send('PUT', '/casks/k2', { body: 'x' })
  clock.days = 10
  await engine.restart()
  await vi.waitFor(async () => expect(await versions(engine)).toEqual([]), PATIENT)
})
