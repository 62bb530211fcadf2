import { afterAll, expect, test } from 'vitest'
import { addSampleData } from './sample-data.ts'
import { startTestEngine } from './test-engine.ts'

const engine = await startTestEngine()
afterAll(() => engine.stop())

test("samples have their content types, and an existing bucket isn't changed", async () => {
  await engine.send('PUT', '/sample-photos')
  await addSampleData(engine.engine.store)
  await addSampleData(engine.engine.store)
  expect(await engine.send('GET', '/sample-reports/quarters.csv')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/csv' },
  })
  expect((await engine.send('GET', '/sample-photos')).text).not.toContain('<Key>')
})
