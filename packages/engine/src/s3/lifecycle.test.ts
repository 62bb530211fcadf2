import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../store/testing/temporary-store.ts'
import { md5Base64, startTestEngine, type TestEngine } from '../test-engine.ts'

const DAY = 24 * 60 * 60 * 1000
const rules = (inner: string) =>
  `<LifecycleConfiguration><Rule><ID>three</ID><Status>Enabled</Status><Filter><Prefix>k</Prefix></Filter>${inner}</Rule></LifecycleConfiguration>`
const EXPIRES = rules('<Expiration><Days>3</Days></Expiration>')
const ABORTS = rules(
  '<AbortIncompleteMultipartUpload><DaysAfterInitiation>3</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
)

async function engineAt(
  clock: { days: number },
  { lifecycleSeconds, body = EXPIRES }: { lifecycleSeconds?: number; body?: string } = {},
): Promise<TestEngine> {
  const now = () => Date.now() + clock.days * DAY
  const engine = await startTestEngine({ now, ...(lifecycleSeconds === undefined ? {} : { lifecycleSeconds }) })
  onTestFinished(() => engine.stop())
  await engine.send('PUT', '/casks')
  const headers = { 'content-md5': md5Base64(body) }
  expect(await engine.send('PUT', '/casks', { query: 'lifecycle', body, headers })).toMatchObject({ status: 200 })
  return engine
}

const versions = async (engine: TestEngine) =>
  [...(await engine.send('GET', '/casks', { query: 'versions' })).text.matchAll(/<Key>(.*?)</g)].map(([, key]) => key)

test('an expired object is hidden from all calls that read or list objects', async () => {
  const clock = { days: 0 }
  // Without scans, on which the result must not depend.
  const engine = await engineAt(clock, { lifecycleSeconds: 0 })
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

test('an expired object is removed after an access, or after a restart without one', async () => {
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

test('an incomplete upload reports when a rule aborts it and is aborted at that time', async () => {
  const clock = { days: 0 }
  const engine = await engineAt(clock, { body: ABORTS })
  const begun = await engine.send('POST', '/casks/k', { query: 'uploads' })
  const [, uploadId = ''] = /<UploadId>(.*?)</.exec(begun.text) ?? []
  const listed = await engine.send('GET', '/casks/k', { query: `uploadId=${uploadId}` })
  const days = (Date.parse(String(begun.headers['x-amz-abort-date'])) - Date.now()) / DAY
  expect([days > 3, days <= 4, begun.headers['x-amz-abort-rule-id']]).toEqual([true, true, 'three'])
  expect(listed.headers['x-amz-abort-date']).toBe(begun.headers['x-amz-abort-date'])
  const other = await engine.send('POST', '/casks/other', { query: 'uploads' })
  expect(other.headers['x-amz-abort-date']).toBeUndefined()

  clock.days = 5
  await engine.restart()
  await vi.waitFor(
    async () =>
      expect((await engine.send('GET', '/casks', { query: 'uploads&prefix=k' })).text).not.toContain('<Upload>'),
    PATIENT,
  )
})
