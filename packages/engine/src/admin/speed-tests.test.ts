import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { LiveStream } from '../http/response.ts'
import { startTestEngine } from '../test-engine.ts'
import { driveSpeed } from './operations/info/drive-speed.ts'

const PATH = '/minio/admin/v3/speedtest'

const engine = await startTestEngine()
afterAll(() => engine.stop())

const drive = (query: string) => engine.send('POST', `${PATH}/drive`, { query, region: '' })
const leftovers = async () => (await readdir(join(engine.dataDir, 'tmp'))).filter((name) => name.startsWith('speed'))

test('a drive is tested with a file that is gone afterwards', async () => {
  const { status, text } = await drive('filesize=1048576&blocksize=65536')
  expect(status).toBe(200)
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '')
  expect(last).toMatchObject({ version: expect.stringMatching(/./), drivePerf: [{ path: engine.dataDir }] })
  expect(last.drivePerf[0].writeThroughput).toBeGreaterThan(0)
  expect(last.drivePerf[0].readThroughput).toBeGreaterThan(0)
  expect(await leftovers()).toEqual([])
})

test('a file of a test that was killed is gone after the next start', async () => {
  await writeFile(join(engine.dataDir, 'tmp', 'speedtest-killed'), 'x')
  await engine.restart()
  expect(await leftovers()).toEqual([])
})

/** The operation itself, as for a client whose connection the test controls. */
async function startedTest(engine: { dataDir: string; store: object }) {
  const call = {
    engine: { ...engine, endpoint: 'localhost' },
    query: new URLSearchParams('filesize=4096&blocksize=4096'),
  }
  const { body } = await driveSpeed(call as unknown as Parameters<typeof driveSpeed>[0])
  return (body as LiveStream).live(AbortSignal.timeout(30_000))
}

test('a client that has gone before its test begins keeps nobody from another, and only one runs at a time', async () => {
  const given = { dataDir: engine.dataDir, store: { capacity: async () => ({ freeBytes: 1_000_000 }) } }
  await startedTest(given)
  const [first, second] = [await startedTest(given), await startedTest(given)]
  const [results, refused] = await Promise.all([Array.fromAsync(first), Array.fromAsync(second)])
  expect(results.at(-1)).toContain('"writeThroughput":')
  expect(refused).toEqual([expect.stringContaining('"error":"Another speed test is running.')])
  expect((await Array.fromAsync(await startedTest(given))).at(-1)).toContain('"writeThroughput":')
})

test.each(['filesize=1', 'filesize=17179873280', 'blocksize=5000&filesize=4096', 'blocksize=33554432&filesize=4096'])(
  '%s is refused',
  async (query) => {
    expect(await drive(query)).toMatchObject({ status: 400, code: 'InvalidArgument' })
  },
)

test('what a client sends is read and thrown away', async () => {
  const body = 'x'.repeat(3_000_000)
  expect(await engine.send('POST', `${PATH}/client/devnull`, { body, region: '' })).toMatchObject({ status: 200 })
  const extra = await engine.send('POST', `${PATH}/client/devnull/extratime`, { region: '' })
  expect([extra.status, extra.text]).toEqual([200, '{}'])
})
