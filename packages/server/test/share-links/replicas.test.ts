/** Links of consoles that share a database. */
import {
  missingProgram,
  type Postgres,
  type StorageServer,
  startPostgres,
  startTarget,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PostgresDatabase } from '../../src/shared/postgres/postgres-database.ts'
import { watchedStorage } from '../jobs/watched-storage.ts'
import { consoleAt, type RunningConsole, startConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { type Created, create, created, listed, recipient, revoke, sendAndReset } from './given-links.ts'

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: share links of several replicas. ${missing}`)
describe.skipIf(missing !== undefined)('replicas', () => {
  let storage: StorageServer
  let postgres: Postgres
  let first: RunningConsole
  let second: RunningConsole
  let [here, there]: [Visitor, Visitor] = [visitor(''), visitor('')]
  let bucket = ''

  beforeAll(async () => {
    ;[storage, postgres] = await Promise.all([startTarget(), startPostgres()])
    ;[first, second] = await Promise.all([replica(), replica()])
    here = visitor(first.url)
    await here.signIn(storage.root)
    there = here.twin(second.url)
    bucket = uniqueName('shared')
    await here.call('POST', '/api/v1/buckets', { json: { name: bucket } })
    await upload('deed.txt', 'signed')
    await upload('large', Buffer.alloc(64 * 1024 * 1024))
  })
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()])
    await Promise.all([storage?.stop(), postgres?.stop()])
  })

  const replica = (settings: Parameters<typeof startConsole>[1] = {}) =>
    startConsole(storage.url, { auditStore: postgres.url, ...settings })

  async function upload(fileName: string, content: string | Buffer) {
    const form = [{ name: String(content.length), fileName, content }]
    const { status, text } = await here.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form })
    if (status !== 200) throw new Error(text)
  }

  /** Begins to download. Each call of the result reads some more, and returns false at the end. */
  async function begun(server: RunningConsole, { address }: Created) {
    const response = await fetch(`${server.url}/${address}?download`)
    const reader = response.body?.getReader()
    const readOn = async () => (await reader?.read())?.done === false
    await readOn()
    return readOn
  }

  test('a link works, is counted and is listed at all of them', async () => {
    const link = await created(here, { bucket, path: 'deed.txt' })
    const opened = await recipient(second).open(link.address)
    expect([opened.status, opened.text]).toEqual([200, 'signed'])
    for (const user of [here, there]) {
      expect(await listed(user)).toContainEqual(expect.objectContaining({ id: link.link.id, uses: 1 }))
    }
    expect(await listed(there, 'everyone')).toContainEqual(expect.objectContaining({ id: link.link.id }))
  })

  test('a limit holds for requests to all of them at the same time', async () => {
    const { address } = await created(here, { bucket, path: 'deed.txt', max_uses: 3 })
    const opened = Array.from({ length: 12 }, (_, at) => recipient(at % 2 === 0 ? first : second).open(address))
    const statuses = (await Promise.all(opened)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 403)])
  })

  test('a file whose sender disconnects once it is stored counts at all of them', async () => {
    const watched = await watchedStorage(storage.url)
    const third = await startConsole(watched.url, { auditStore: postgres.url })
    const { address } = await created(here, { bucket, kind: 'upload', path: 'in/', max_uses: 1, max_bytes: 10 })
    await sendAndReset(third, watched, { address, size: 1 })
    expect((await recipient(first).send(address, 'b', 'x')).outcome).toBe('403 ShareLinkClosed')
    await third.stop()
    watched.close()
  })

  test('a password that was entered at one is accepted by the others', async () => {
    const { address } = await created(here, { bucket, path: 'deed.txt', password: 'correct horse' })
    const { unlock, cookies } = recipient(first)
    expect((await unlock(address, 'correct horse')).status).toBe(303)
    const other = recipient(second)
    for (const [name, value] of cookies) other.cookies.set(name, value)
    expect((await other.open(address)).text).toBe('signed')
  })

  test('a link that one revokes ends within five seconds at the others, also downloads in progress', async () => {
    const [link, other] = [
      await created(here, { bucket, path: 'large' }),
      await created(here, { bucket, path: 'large' }),
    ]
    const [readOn, readOther] = [await begun(first, link), await begun(first, other)]
    const at = performance.now()
    expect((await revoke(there, link)).json).toEqual({ keys_left: [] })
    expect((await recipient(first).open(link.address)).status).toBe(403)
    // Slowly, so that the end isn't reached before.
    const outcome = await waitUntil('the download ends', async () => {
      const more = await readOn().catch(() => 'aborted')
      return more === true ? undefined : more || 'completed'
    })
    expect(outcome).toBe('aborted')
    expect(performance.now() - at).toBeLessThan(5_000)
    while (await readOther());
    expect((await listed(here)).some(({ id }) => id === link.link.id)).toBe(false)
  })

  test('a console with another secret can list and revoke links, but not open them', async () => {
    const link = await created(here, { bucket, path: 'deed.txt' })
    const stranger = await replica({ secret: 'another secret entirely' })
    onTestFinished(() => stranger.stop())
    expect((await recipient(stranger).open(link.address)).json).toMatchObject({ code: 'ShareLinkClosed' })
    const user = visitor(stranger.url)
    await user.signIn(storage.root)
    expect((await revoke(user, link)).json).toEqual({ keys_left: [] })
    expect((await recipient(second).open(link.address)).status).toBe(403)
  })

  test('links that a console has in its data folder are moved to the database, once', async () => {
    const alone = await consoleAt(storage.url)
    const user = here.twin(alone.url)
    const link = await created(user, { bucket, path: 'deed.txt', max_uses: 2 })
    await recipient(alone).open(link.address)
    const joined = await replica({ dataDir: alone.dataDir })
    await expect.poll(async () => (await recipient(second).open(link.address)).text).toBe('signed')
    expect(await listed(there)).toContainEqual(expect.objectContaining({ id: link.link.id, uses: 2, status: 'used' }))
    await revoke(there, link)
    await joined.stop()
    const again = await replica({ dataDir: alone.dataDir })
    expect((await listed(here.twin(again.url))).some(({ id }) => id === link.link.id)).toBe(false)
    expect([...joined.log, ...again.log].filter((line) => line.includes('share links were moved'))).toHaveLength(1)
    await again.stop()
  })

  test('neither the database nor the log has a secret', async () => {
    const { address, link } = await created(here, { bucket, path: 'deed.txt', password: 'correct horse' })
    const database = new PostgresDatabase(postgres.url, 5_000)
    onTestFinished(() => database.close())
    const { rows } = await database.query('SELECT * FROM cooperage_share_links WHERE id = $1', [link.id])
    expect(rows).toHaveLength(1)
    const written = JSON.stringify(rows) + [...first.log, ...second.log].join('')
    for (const secret of [address.slice(2), 'correct horse', postgres.connection.password]) {
      expect(written.includes(secret)).toBe(false)
    }
  })

  test('while the database is unavailable, links and lists say so, and work again when it is back', async () => {
    const link = await created(here, { bucket, path: 'deed.txt' })
    const uploads = await created(here, { bucket, path: '', kind: 'upload', max_uses: 9, max_bytes: 9 })
    await postgres.crash()
    const { open, send, unlock } = recipient(second)
    const page = await open(link.address, { accept: 'text/html' })
    expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([503, '10', 'no-store'])
    expect(page.text).toContain('<h1>Temporarily unavailable</h1>\n<p>This link is temporarily unavailable.')
    for (const reply of [
      await open(link.address),
      await unlock(link.address, 'x'),
      await send(uploads.address, 'a', 'x'),
    ]) {
      expect(reply.outcome).toBe('503 ShareLinkUnavailable')
    }
    for (const reply of [
      await there.get('/api/v1/share-links?of=me'),
      await create(there, { bucket, path: 'deed.txt' }),
      await revoke(there, link),
    ]) {
      expect(reply.outcome).toBe('503 ShareLinkStoreUnavailable')
    }
    await postgres.start()
    expect((await open(link.address)).text).toBe('signed')
    expect((await send(uploads.address, 'a', 'x')).status).toBe(201)
    expect((await revoke(there, link)).json).toEqual({ keys_left: [] })
  })
})
