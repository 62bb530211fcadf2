import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleData } from './sample-data.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())

test('samples come with their types, and a bucket that is there stays as it is', async () => {
  await engine.send('PUT', '/sample-photos')
  await addSampleData(engine.engine.store)
  await addSampleData(engine.engine.store)
  expect(await engine.send('GET', '/sample-reports/quarters.csv')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/csv' },
  })
  expect((await engine.send('GET', '/sample-photos')).text).not.toContain('<Key>')
})
