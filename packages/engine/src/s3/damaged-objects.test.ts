import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFiles } from '../check/list-files.ts'
import { startTestEngine, type TestEngine } from '../test-engine.ts'

let engine: TestEngine

beforeEach(async () => {
  engine = await startTestEngine({ isMetricsPublic: true })
  await engine.send('PUT', '/casks')
})

afterEach(() => engine.stop())

/** Overwrites the byte at the given position of the only data file. */
async function damage(position: number): Promise<void> {
  const [path = ''] = (await listFiles(engine.dataDir)).keys()
  const file = await open(join(engine.dataDir, path), 'r+')
  await file.write(Buffer.from('!'), 0, 1, position)
  await file.close()
}

test('GET of a damaged object fails as in MinIO and is logged', async () => {
  await engine.send('PUT', '/casks/oak%0A1', { body: Buffer.alloc(200_000, 'a') })
  await damage(150_000)
  const reply = await engine.send('GET', '/casks/oak%0A1')
  expect(reply).toMatchObject({ status: 503, code: 'SlowDownRead' })
  expect(reply.headers['retry-after']).toBe('60')
  expect(reply.text).toContain('<Message>Resource requested is unreadable, please reduce your request rate</Message>')
  expect(reply.text).not.toContain('aaaa')
  expect(engine.log).toMatchObject([
    {
      level: 'error',
      message: expect.stringMatching(
        /^the object casks\/oak\\u\{a\}1 \(version null\) is damaged on disk and isn.t served: .*\(block 0\)/,
      ),
    },
  ])

  // The damage is logged once. Requests that don't read the bytes work, and so does replacing the object.
  expect((await engine.send('GET', '/casks/oak%0A1', { headers: { range: 'bytes=0-1' } })).status).toBe(503)
  expect(engine.log).toHaveLength(1)
  expect((await engine.send('HEAD', '/casks/oak%0A1')).status).toBe(200)
  await engine.send('PUT', '/casks/oak%0A1', { body: 'new' })
  expect((await engine.send('GET', '/casks/oak%0A1')).text).toBe('new')
})

test('metrics count damaged objects', async () => {
  await engine.send('PUT', '/casks/oak', { body: Buffer.alloc(200_000, 'a') })
  const count = async () => {
    const { text } = await engine.send('GET', '/minio/v2/metrics/cluster', { as: null })
    return /^cooperage_cluster_damaged_objects\{.*\} (\d+)$/m.exec(text)?.[1]
  }
  expect(await count()).toBe('0')
  await damage(7)
  await engine.send('GET', '/casks/oak')
  expect(await count()).toBe('1')
  await engine.send('DELETE', '/casks/oak')
  expect(await count()).toBe('0')
})

test('damage in a later block aborts the transfer before the first wrong byte', async () => {
  await engine.send('PUT', '/casks/oak', { body: Buffer.alloc(1_200_000, 'a') })
  await damage(600_000)
  await expect(engine.send('GET', '/casks/oak')).rejects.toMatchObject({ code: 'ECONNRESET' })
  const intact = await engine.send('GET', '/casks/oak', { headers: { range: 'bytes=0-99' } })
  expect(intact).toMatchObject({ status: 206, text: 'a'.repeat(100) })
})

test('a damaged object cannot be copied', async () => {
  await engine.send('PUT', '/casks/oak', { body: Buffer.alloc(200_000, 'a') })
  await damage(0)
  const copied = await engine.send('PUT', '/casks/copy', { headers: { 'x-amz-copy-source': '/casks/oak' } })
  expect(copied).toMatchObject({ status: 503, code: 'SlowDownRead' })
  expect((await engine.send('HEAD', '/casks/copy')).status).toBe(404)
})
