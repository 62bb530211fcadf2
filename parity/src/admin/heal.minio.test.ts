/** What the console's heal page relies on, of a real MinIO with four drives, one of which lost a bucket. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { accountsOf, allow, send, startMinio, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'

const SETTINGS = JSON.stringify({ recursive: true, dryRun: false, remove: false, recreate: false, scanMode: 1 })

const server = await startMinio({ drives: 4 })
afterAll(() => server.stop())

const request = (method: string, path: string, query: Record<string, string> = {}, body = '', as = server.root) =>
  send({ url: server.url, credentials: as, method, path, query, body })
const heal = (path: string, query: Record<string, string> = {}, body = SETTINGS) =>
  request('POST', `/minio/admin/v3/heal/${path}`, query, body)
const tokenOf = async (path: string, query: Record<string, string>) =>
  (JSON.parse((await heal(path, query)).text) as { clientToken: string }).clientToken

async function damaged(bucket: string, keys = ['a/1', 'a/2', 'b']): Promise<void> {
  await request('PUT', `/${bucket}`)
  await Promise.all(keys.map((key) => request('PUT', `/${bucket}/${key}`, {}, 'x'.repeat(200))))
  rmSync(join(server.drives?.[1] ?? '', bucket), { recursive: true })
}

test('each item is sent once, with the states of its drives before and after', async () => {
  await damaged('once')
  const clientToken = await tokenOf('once', { forceStart: 'true' })
  const items: Record<string, unknown>[] = []
  const last = await waitUntil('the heal has finished', async () => {
    const status = JSON.parse((await heal('once', { clientToken }, '')).text)
    items.push(...(status.Items ?? []))
    return status.Summary === 'running' ? undefined : status
  })
  expect(last).toMatchObject({ Summary: 'finished', StartTime: expect.any(String), Settings: { recursive: true } })
  expect(items.map(({ type, object }) => `${type} ${object}`)).toEqual([
    'bucket ',
    'object a/1',
    'object a/2',
    'object b',
  ])
  const states = (drives: string[]) => ({ drives: drives.map((state) => expect.objectContaining({ state })) })
  expect(items.at(-1)).toMatchObject({
    ...{ dataBlocks: 2, parityBlocks: 2, objectSize: 200, detail: '' },
    before: states(['ok', 'missing', 'ok', 'ok']),
    after: states(['ok', 'ok', 'ok', 'ok']),
  })
})

test('a heal is joined or stopped by its path, and other tokens, paths and bodies are refused', async () => {
  // Enough for the heal to be still running when it is asked about.
  const keys = Array.from({ length: 1000 }, (_, index) => `a/${index}`)
  await damaged('refused', keys)
  const [first, joined] = [await tokenOf('refused', { forceStart: 'true' }), await tokenOf('refused', {})]
  expect(joined).toBe(first)
  expect((await heal('refused', { clientToken: 'other' }, '')).outcome).toBe('400 XMinioHealInvalidClientToken')
  expect((await heal('refused/a', {})).outcome).toBe('400 XMinioHealOverlappingPaths')
  expect((await heal('refused', { forceStart: 'true', forceStop: 'true' })).outcome).toBe('400 InvalidRequest')
  expect((await heal('refused', { forceStart: 'true' }, 'no JSON')).outcome).toBe('400 XMinioRequestBodyParse')
  expect((await heal('refused', { forceStop: 'true' }, '{}')).status).toBe(200)
  expect(JSON.parse((await heal('refused', { forceStop: 'true' }, '{}')).text)).toMatchObject({
    clientToken: 'unknown',
  })
  expect(JSON.parse((await heal('refused', { clientToken: first }, '')).text)).toMatchObject({
    Summary: 'finished',
    StartTime: '0001-01-01T00:00:00Z',
    Items: null,
  })
})

test('a missing bucket is reported by the heal, not by its start', async () => {
  const clientToken = await tokenOf('missing', { forceStart: 'true' })
  const last = await waitUntil('the heal has ended', async () => {
    const status = JSON.parse((await heal('missing', { clientToken }, '')).text)
    return status.Summary === 'running' ? undefined : status
  })
  expect(last).toMatchObject({ Summary: 'stopped', Detail: expect.stringMatching(/volume not found/i) })
})

test('needs admin:Heal', async () => {
  const other = await accountsOf(server).allowed(allow(['admin:ServerInfo']))
  const denied = '403 AccessDenied'
  expect((await request('POST', '/minio/admin/v3/heal/b', {}, SETTINGS, other)).outcome).toBe(denied)
  expect((await request('POST', '/minio/admin/v3/background-heal/status', {}, '', other)).outcome).toBe(denied)
})

test('reports the drives of each set', async () => {
  const { text } = await request('POST', '/minio/admin/v3/background-heal/status')
  expect(JSON.parse(text)).toMatchObject({
    ScannedItemsCount: expect.any(Number),
    // Servers since 2022 don't say how many objects wait that were written without some drives.
    mrf: {},
    sets: [{ pool_index: 0, set_index: 0, disks: Array(4).fill(expect.objectContaining({ state: 'ok' })) }],
  })
})
