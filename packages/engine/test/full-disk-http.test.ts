/** What clients of an engine with a full disk see over HTTP, including after a restart, until there is space again. */
import { join } from 'node:path'
import { SmallDisk } from '@cooperage/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine } from '../src/test-engine.ts'

let disk: SmallDisk | undefined

beforeAll(async () => {
  disk = await SmallDisk.mountUnlessForbidden(32)
})

afterAll(() => disk?.unmount())

const FULL = {
  status: 507,
  code: 'XMinioStorageFull',
  text: expect.stringContaining(
    '<Message>Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.</Message>',
  ),
}

test('a full disk rejects every write by name, but sign-in, reads and deletes still work', async (context) => {
  if (!disk) return context.skip()
  const engine = await startTestEngine({ dataDir: join(disk.path, 'data') })
  try {
    await engine.send('PUT', '/casks')
    for (const key of ['small', 'other']) await engine.send('PUT', `/casks/${key}`, { body: 'oak' })
    await engine.send('PUT', '/casks/large', { body: Buffer.alloc(2_000_000, 'l') })
    const { text } = await engine.send('POST', '/casks/parts', { query: 'uploads=' })
    const upload = `uploadId=${/<UploadId>(.*?)</.exec(text)?.[1]}`
    const session = await engine.assumeRole()

    for (const phase of ['running', 'restarted'] as const) {
      disk.fill(0)
      if (phase === 'restarted') {
        await engine.restart()
        disk.fill(0)
      }
      await expect
        .poll(() => engine.send('PUT', '/casks/more', { body: 'oak' }), { timeout: 10_000 })
        .toMatchObject(FULL)
      expect(await engine.send('PUT', '/staves')).toMatchObject(FULL)
      expect(await engine.send('PUT', '/casks/parts', { query: `partNumber=1&${upload}`, body: 'oak' })).toMatchObject(
        FULL,
      )
      expect(await engine.send('POST', '/casks/more', { query: 'uploads=' })).toMatchObject(FULL)
      expect(
        await engine.send('PUT', '/casks/copy', { headers: { 'x-amz-copy-source': '/casks/large' } }),
      ).toMatchObject(FULL)

      const read = await engine.send('GET', '/casks/large', { as: session })
      expect(read.body.equals(Buffer.alloc(2_000_000, 'l'))).toBe(true)
      expect((await engine.send('GET', '/casks', { query: 'list-type=2' })).text).toContain('<Key>large</Key>')
      const key = phase === 'running' ? 'small' : 'other'
      expect((await engine.send('DELETE', `/casks/${key}`)).status).toBe(204)
      expect((await engine.send('GET', `/casks/${key}`)).code).toBe('NoSuchKey')
    }
    // Deleting a large object frees enough space for a session, which frees more.
    expect((await engine.send('DELETE', '/casks/large')).status).toBe(204)
    await expect.poll(() => engine.assumeRole(), { timeout: 10_000 }).toBeTruthy()
    disk.free()
    await expect
      .poll(async () => (await engine.send('PUT', '/casks/more', { body: 'oak' })).status, { timeout: 10_000 })
      .toBe(200)
    expect(engine.log).toEqual([])
  } finally {
    await engine.stop()
  }
})

test('an upload that outgrows the disk gets its error response while it is sent', async (context) => {
  if (!disk) return context.skip()
  const engine = await startTestEngine({ dataDir: join(disk.path, 'data') })
  try {
    await engine.send('PUT', '/casks')
    const before = disk.freeBytes
    expect(await engine.send('PUT', '/casks/large', { body: Buffer.alloc(40_000_000) })).toMatchObject(FULL)
    expect(disk.freeBytes).toBeGreaterThan(before - 1_500_000)
    expect((await engine.send('HEAD', '/casks/large')).status).toBe(404)
  } finally {
    await engine.stop()
  }
})
