import { readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { accountsOf, allow, waitUntil } from '@cooperage/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { watchedStorage } from '../jobs/watched-storage.ts'
import { consoleAt, startConsole, withConsole } from '../running-console.ts'
import { scriptedStorage } from '../scripted-storage.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { create, created, inDays, keysBehind, listed, recipient, revoke, sendAndReset } from './given-links.ts'

const given = await withConsole()

async function userWithObject(key = 'deed.txt', content: string | Buffer = 'signed') {
  const { user, bucket, objects } = await given.userWithBucket()
  const slash = key.lastIndexOf('/') + 1
  const folder = encodeURIComponent(key.slice(0, slash))
  const stored = await user.call('POST', `${objects}/upload?prefix=${folder}`, {
    form: [{ name: String(Buffer.byteLength(content)), fileName: key.slice(slash), content }],
  })
  if (stored.status !== 200) throw new Error(stored.text)
  return { user, bucket, objects }
}

/** A signed-in user with these permissions. */
async function userWith(...statements: Parameters<ReturnType<typeof accountsOf>['allowed']>) {
  const keys = await accountsOf(given.storage).allowed(...statements)
  const user = visitor(given.server.url)
  const reply = await user.signIn(keys)
  if (reply.status !== 201) throw new Error(reply.text)
  return user
}

describe('a link to an object', () => {
  test.each(['deed.txt', 'ünïcødé & more #1.txt', 'a folder/plus+and %25.txt', '\u202Egnp.exe', 'it\'s [x] "quoted"'])(
    'downloads %j for someone without an account',
    async (key) => {
      const { user, bucket } = await userWithObject(key)
      const { address, link } = await created(user, { bucket, path: key })
      expect(address).toMatch(/^s\/[\w-]{43}$/)
      expect(link).toMatchObject({
        kind: 'download',
        bucket,
        path: key,
        uses: 0,
        status: 'active',
        has_password: false,
      })
      const response = await recipient(given.server).open(address)
      expect([response.status, response.text]).toEqual([200, 'signed'])
      expect(response.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-cache',
      })
    },
  )

  test('can be resumed, and counts its uses', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt' })
    const { open } = recipient(given.server)
    const rest = await open(address, { range: 'bytes=2-' })
    expect([rest.status, rest.text, rest.headers['content-range']]).toEqual([206, 'gned', 'bytes 2-5/6'])
    await open(address)
    expect((await open(address, { range: 'bytes=9-' })).status).toBe(416)
    const [link] = await listed(user)
    expect(link).toMatchObject({ uses: 1, last_used: expect.stringMatching(/Z$/) })
  })

  test('outlives the session that created it', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', expiry: inDays(364) })
    await user.call('POST', '/api/v1/logout')
    expect((await recipient(given.server).open(address)).text).toBe('signed')
  })

  test('opens the version that it was created for', async () => {
    const { user, bucket, objects } = await userWithObject()
    await user.call('PUT', `/api/v1/buckets/${bucket}/versioning`, { json: { versioning: true } })
    const upload = (content: string) =>
      user.call('POST', `${objects}/upload`, { form: [{ name: '2', fileName: 'v.txt', content }] })
    await upload('v1')
    const versions = await user.get(`${objects}?prefix=v.txt&with_versions=true`)
    const [first] = (versions.json as { objects: { version_id: string }[] }).objects
    await upload('v2')
    const { address } = await created(user, { bucket, path: 'v.txt', version_id: first?.version_id ?? '' })
    const latest = await created(user, { bucket, path: 'v.txt' })
    const { open } = recipient(given.server)
    expect([(await open(address)).text, (await open(latest.address)).text]).toEqual(['v1', 'v2'])
  })

  test('responds like an unknown one as soon as it is revoked, and its key is deleted', async () => {
    const { user, bucket } = await userWithObject()
    const link = await created(user, { bucket, path: 'deed.txt' })
    const keys = await keysBehind(given.server.dataDir, link)
    expect((await user.get(`/api/v1/access-keys/${keys.accessKey}`)).json).toMatchObject({ name: 'share-link' })
    expect((await revoke(user, link)).json).toEqual({ keys_left: [] })
    const { open } = recipient(given.server)
    const [revoked, unknown] = [await open(link.address), await open(`s/${'A'.repeat(43)}`)]
    expect(revoked.outcome).toBe('403 ShareLinkClosed')
    expect(unknown.json).toMatchObject({ ...(revoked.json as object), requestId: expect.any(String) })
    expect((await listed(user)).some(({ id }) => id === link.link.id)).toBe(false)
    expect((await user.get(`/api/v1/access-keys/${keys.accessKey}`)).status).toBe(404)
    expect((await revoke(user, link)).json).toMatchObject({ code: 'NoSuchShareLink' })
  })

  test('shows people a page when it no longer works, also in response to the form', async () => {
    const { user, bucket } = await userWithObject()
    const link = await created(user, { bucket, path: 'deed.txt', password: 'correct horse' })
    await revoke(user, link)
    const { open, unlock } = recipient(given.server)
    const accept = 'text/html'
    for (const page of [
      await open(link.address, { accept }),
      await unlock(link.address, 'correct horse', { accept }),
    ]) {
      expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
      expect(page.text).toContain('<h1>Link unavailable</h1>\n<p>This link doesn’t work.')
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
      expect(page.headers['cache-control']).toBe('no-store')
    }
  })

  test('shows people the same page for other failures', async () => {
    const { user, bucket, objects } = await userWithObject()
    const deleted = await created(user, { bucket, path: 'deed.txt', password: 'correct horse' })
    await user.call('DELETE', `${objects}?path=deed.txt`)
    const { open, unlock } = recipient(given.server)
    const accept = 'text/html'
    const foreign = await unlock(deleted.address, 'correct horse', { accept, origin: 'https://evil.example' })
    await unlock(deleted.address, 'correct horse')
    const pages: [Reply, number, string][] = [
      [await open(deleted.address, { accept }), 404, 'The file or folder of this link no longer exists.'],
      [await open('s/incomplete', { accept }), 403, 'This link doesn’t work.'],
      [foreign, 403, ''],
    ]
    for (const [page, status, text] of pages) {
      expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
      expect(page.text).toContain(`<h1>Link unavailable</h1>\n<p>${text}`)
      expect(page.text).toContain('public-page.css')
    }
    const folder = await created(user, { bucket, path: 'empty/' })
    for (const { address } of [deleted, folder]) {
      const { text } = await open(address)
      expect(text).toContain('"ShareLinkTargetMissing"')
      for (const name of [bucket, 'deed', 'empty']) expect(text).not.toContain(name)
    }
  })

  test('is temporarily unavailable while the storage server is', async () => {
    const { user, bucket } = await userWithObject()
    const link = await created(user, { bucket, path: 'deed.txt' })
    const cutOff = await consoleAt('http://127.0.0.1:1', { dataDir: given.server.dataDir })
    const page = await recipient(cutOff).open(link.address, { accept: 'text/html' })
    expect([page.status, page.headers['retry-after']]).toEqual([503, '10'])
    expect(page.text).toContain('<h1>Temporarily unavailable</h1>\n<p>This link is temporarily unavailable.')
  })

  test('a download in progress is aborted when the link is revoked', async () => {
    const { user, bucket } = await userWithObject('large', Buffer.alloc(64 * 1024 * 1024))
    const link = await created(user, { bucket, path: 'large' })
    const response = await fetch(`${given.server.url}/${link.address}?download`)
    const reader = response.body?.getReader()
    await reader?.read()
    const at = performance.now()
    await revoke(user, link)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow()
    expect(performance.now() - at).toBeLessThan(5_000)
  })

  test('stops working when its user is disabled or loses the permission', async () => {
    const { bucket } = await userWithObject()
    const accounts = accountsOf(given.storage)
    const keys = await accounts.allowed(allow(['s3:GetObject'], `${bucket}/*`))
    const user = visitor(given.server.url)
    await user.signIn(keys)
    const { address } = await created(user, { bucket, path: 'deed.txt' })
    const { open } = recipient(given.server)
    expect((await open(address)).status).toBe(200)
    await accounts.setStatus(keys, 'disabled')
    await waitUntil('the link is refused', async () => (await open(address)).status === 403)
    expect((await open(address)).json).toMatchObject({ code: 'ShareLinkClosed' })
  })

  test('expires', async () => {
    const { bucket } = await userWithObject()
    let clock = Date.now()
    const server = await consoleAt(given.storage.url, { now: () => clock })
    const twin = visitor(server.url)
    await twin.signIn(given.storage.root)
    const { address } = await created(twin, { bucket, path: 'deed.txt', expiry: inDays(1) })
    const { open } = recipient(server)
    expect((await open(address)).status).toBe(200)
    clock += 24 * 3600_000 + 60_000
    expect((await open(address)).status).toBe(403)
  })

  test.each([
    [{ expiry: inDays(-1) }, 400, 'InvalidExpiry'],
    [{ expiry: inDays(366) }, 400, 'InvalidExpiry'],
    [{ path: 'missing.txt' }, 404, 'NoSuchKey'],
    [{ path: '' }, 400, 'InvalidObjectName'],
    [{ path: '*' }, 400, 'InvalidObjectName'],
    [{ path: 'what?.txt' }, 400, 'InvalidObjectName'],
    [{ path: '$' + '{aws:username}' }, 400, 'InvalidObjectName'],
    [{ path: '../deed.txt' }, 400, 'InvalidObjectName'],
    [{ password: 'short' }, 400, 'InvalidInput'],
    [{ kind: 'upload', path: 'inbox/' }, 400, 'InvalidInput'],
    [{ kind: 'upload', path: 'inbox', max_uses: 1, max_bytes: 1 }, 400, 'InvalidInput'],
  ] as const)('is not created with %j', async (wrong, status, code) => {
    const { user, bucket } = await userWithObject()
    expect((await create(user, { bucket, path: 'deed.txt', ...wrong })).outcome).toBe(`${status} ${code}`)
    expect((await listed(user)).some((link) => link.bucket === bucket)).toBe(false)
  })

  test('is not created by someone who may not read the object', async () => {
    const { bucket } = await userWithObject()
    const user = await userWith(allow(['s3:PutObject'], `${bucket}/*`))
    expect((await create(user, { bucket, path: 'deed.txt' })).json).toMatchObject({ code: 'AccessDenied' })
    expect(await listed(user)).toEqual([])
  })
})

test('a link to a folder downloads it as an archive, and nothing beside it', async () => {
  const { user, bucket } = await userWithObject('photos/a.txt')
  const { address } = await created(user, { bucket, path: 'photos/' })
  const response = await recipient(given.server).open(address)
  expect([response.status, response.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(response.bytes.includes('a.txt')).toBe(true)
})

describe('the page of a link', () => {
  const EXPIRY = inDays(30)

  test.each([
    ['deed.txt', 'Download a file', '6 B'],
    ['photos/', 'Download a folder', 'Zip archive'],
  ])('to %j shows what it is for, and uses nothing up', async (path, title, size) => {
    const { user, bucket } = await userWithObject(path === 'photos/' ? 'photos/a.txt' : path)
    const { address } = await created(user, { bucket, path, max_uses: 1, expiry: EXPIRY })
    const { view, open } = recipient(given.server)
    // Programs that preview links send such headers.
    for (const headers of [{ accept: 'text/html' }, { accept: '*/*', range: 'bytes=0-32767' }]) {
      const page = await view(address, headers)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      for (const part of [title, path.replace('/', ''), size, `<time datetime="${EXPIRY}">`, '1 more download.']) {
        expect(page.text).toContain(part)
      }
    }
    expect(await listed(user)).toContainEqual(expect.objectContaining({ bucket, uses: 0, last_used: '' }))
    expect((await open(address)).status).toBe(200)
    expect((await view(address)).status, 'as soon as it is used up').toBe(403)
  })

  test('is in the language of the browser, or the one that its menu keeps', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', max_uses: 1, expiry: EXPIRY })
    const { view } = recipient(given.server)
    const german = await view(address, { 'accept-language': 'de' })
    expect(german.text).toContain('<h1>Datei herunterladen</h1>')
    const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(EXPIRY))
    expect(german.text).toContain(`Bis <time datetime="${EXPIRY}">${day}`)
    const menu = await view(`${address}?language=de`)
    expect([menu.status, menu.headers.location]).toEqual([303, `/${address}`])
    expect(menu.headers['set-cookie']).toEqual([expect.stringContaining('cooperage-language=de;')])
    expect((await view(`${address}?language=%22%3E`)).headers['set-cookie']).toEqual([
      expect.stringContaining('cooperage-language=en;'),
    ])
    expect(await listed(user)).toContainEqual(expect.objectContaining({ bucket, uses: 0 }))
  })

  test('shows the name as text, without characters that reorder it', async () => {
    const { user, bucket } = await userWithObject('<b>\u202Egnp.exe')
    const { address } = await created(user, { bucket, path: '<b>\u202Egnp.exe' })
    expect((await recipient(given.server).view(address)).text).toContain('<bdi>&#60;b&#62;_gnp.exe</bdi>')
  })

  test('says who shares it only in the words of that person, and only once it is unlocked', async () => {
    const { user, bucket } = await userWithObject()
    const wanted = { bucket, path: 'deed.txt', password: 'correct horse' }
    const named = await created(user, { ...wanted, shared_by: ' Ana <b>\u202Egnp ' })
    expect(named.link.shared_by).toBe('Ana <b>\u202Egnp')
    const { view, unlock } = recipient(given.server)
    expect((await view(named.address, { accept: 'text/html' })).text).not.toContain('Ana')
    await unlock(named.address, wanted.password)
    expect((await view(named.address)).text).toContain('<p>Shared by <bdi>Ana &#60;b&#62;_gnp</bdi></p>')
    const unnamed = await created(user, { bucket, path: 'deed.txt' })
    const page = (await view(unnamed.address)).text
    expect(page).not.toContain('Shared by')
    expect(page).not.toContain(given.storage.root.accessKey)
    const inbox = await created(user, {
      ...{ kind: 'upload', bucket, path: 'in/', max_uses: 1, max_bytes: 9, shared_by: 'Ana' },
    })
    expect((await view(inbox.address)).text).toContain('Shared by <bdi>Ana</bdi>')
  })

  test('is unavailable if what the link is for no longer exists', async () => {
    const { user, bucket, objects } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt' })
    await user.call('DELETE', `${objects}?path=deed.txt`)
    expect((await recipient(given.server).view(address)).json).toMatchObject({ code: 'ShareLinkTargetMissing' })
  })
})

describe('a link that may download directly', () => {
  const PAGE = { accept: 'text/html' }

  test('redirects to the storage server, with a URL for that object alone, and counts', async () => {
    const { user, bucket } = await userWithObject('a b.html', '<script>alert(1)</script>')
    const { address, link } = await created(user, { bucket, path: 'a b.html', direct: true })
    expect(link.direct).toBe(true)
    const { open, head, view } = recipient(given.server)
    const { origin, host } = new URL(given.storage.url)
    const page = await view(address, PAGE)
    expect(page.text).toContain(`The file comes from <bdi>${host}</bdi>. <a href="?download=console">`)
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${origin};`)

    const reply = await open(address)
    const url = String(reply.headers.location)
    expect([reply.status, new URL(url).origin, reply.headers['cache-control']]).toEqual([303, origin, 'no-store'])
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([200, '<script>alert(1)</script>'])
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="a b\.html"/)
    expect((await fetch(url.replace('a%20b.html', 'other'))).status).toBe(403)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
    expect((await open(address, { range: 'bytes=5-' })).status, 'the rest of an earlier one').toBe(303)
    expect((await head(address)).status).toBe(200)
    expect(await listed(user)).toContainEqual(expect.objectContaining({ bucket, uses: 1, direct: true }))
    expect(given.server.log.join('')).not.toMatch(/X-Amz-Signature/)
  })

  test('comes through the console on request, and where browsers can’t reach the storage server', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', direct: true })
    const through = await recipient(given.server).view(`${address}?download=console`)
    expect([through.status, through.text]).toEqual([200, 'signed'])
    const closed = await consoleAt(given.storage.url, { transfers: 'console', dataDir: given.server.dataDir })
    const { open, view } = recipient(closed)
    expect([(await open(address)).text, (await view(address, PAGE)).text.includes('comes from')]).toEqual([
      'signed',
      false,
    ])
  })

  test('ends at the storage server too when it is revoked', async () => {
    const { user, bucket } = await userWithObject()
    const one = await created(user, { bucket, path: 'deed.txt', direct: true })
    const { open } = recipient(given.server)
    const url = String((await open(one.address)).headers.location)
    expect((await fetch(url)).status).toBe(200)
    await revoke(user, one)
    expect([(await fetch(url)).status, (await open(one.address)).status]).toEqual([403, 403])
  })

  test('has the page of the link for an object that is missing', async () => {
    const { user, bucket, objects } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', direct: true })
    await user.call('DELETE', `${objects}?path=deed.txt`)
    const { status, json } = await recipient(given.server).open(address)
    expect([status, json]).toMatchObject([404, { code: 'ShareLinkTargetMissing' }])
  })

  test.each([
    ['a password', { password: 'correct horse' }],
    ['a limit', { max_uses: 1 }],
    ['a folder', { path: 'f/' }],
    ['uploads', { kind: 'upload' as const, path: 'f/', max_uses: 1, max_bytes: 1 }],
  ])('can’t be one with %s, and no link is one unless its owner says so', async (_, strict) => {
    const { user, bucket } = await userWithObject()
    const wanted = { bucket, path: 'deed.txt', ...strict }
    expect((await create(user, { ...wanted, direct: true })).outcome).toBe('400 InvalidInput')
    expect((await created(user, wanted)).link.direct).toBe(false)
  })
})

test('many archives at the same time wait for each other, by address, by link and in total', async () => {
  const server = await consoleAt(given.storage.url, { trustedProxies: ['loopback'] })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  // More than the sockets buffer, so that an archive that isn't read doesn't end.
  const { bucket } = await userWithObject('photos/a.bin', Buffer.alloc(32 * 1024 * 1024))
  const links = await Promise.all([1, 2, 3].map(() => created(user, { bucket, path: 'photos/' })))
  const open: ClientRequest[] = []
  const download = (link: number, from: string) => {
    const outgoing = request(`${server.url}/${links[link]?.address}?download`, {
      agent: false,
      headers: { 'x-forwarded-for': from, accept: 'text/html' },
    })
    open.push(outgoing)
    outgoing.on('error', () => undefined)
    return new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve).end())
  }
  const started = async (link: number, from: string) => (await download(link, from)).statusCode

  for (let index = 0; index < 4; index++) expect(await started(0, '10.0.0.1')).toBe(200)
  const refused = await download(1, '10.0.0.1')
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
    429,
    '10',
    'text/html; charset=utf-8',
  ])
  expect(await text(refused)).toContain('Wait until one of them has finished')
  for (let index = 0; index < 2; index++) expect(await started(0, '10.0.0.2')).toBe(200)
  expect(await started(0, '10.0.0.3'), 'of the link').toBe(429)
  for (let index = 0; index < 6; index++) expect(await started(1, `10.0.1.${index}`)).toBe(200)
  const full = await download(2, '10.0.0.4')
  expect([full.statusCode, full.headers['retry-after']], 'in total').toEqual([503, '10'])
  expect(await text(full)).toContain('Temporarily unavailable')

  for (const outgoing of open) outgoing.destroy()
  await waitUntil('an archive is sent again', async () => {
    const status = await started(0, '10.0.0.1')
    open.at(-1)?.destroy()
    return status === 200
  })
})

describe('HEAD', () => {
  const SHOWN = ['content-type', 'content-length', 'content-disposition', 'content-security-policy', 'etag'] as const
  const shown = ({ status, headers }: Reply) => [status, ...SHOWN.map((name) => headers[name])]

  test.each(['deed.txt', 'photos/'])('of a link to %j returns the headers of GET, without a use', async (path) => {
    const { user, bucket } = await userWithObject(path === 'photos/' ? 'photos/a.txt' : path)
    const { address } = await created(user, { bucket, path, max_uses: 1 })
    const { open, head } = recipient(given.server)
    const response = await head(address, { range: 'bytes=1-' })
    expect([response.status, response.text]).toEqual([200, ''])
    expect(await listed(user)).toContainEqual(expect.objectContaining({ bucket, uses: 0, last_used: '' }))
    expect(shown(response)).toEqual(shown(await open(address)))
    expect((await head(address)).status, 'as soon as it is used up').toBe(403)
  })

  test('of a link that requires a password or accepts files returns the headers of GET', async () => {
    const { user, bucket } = await userWithObject('inbox/a.txt')
    const locked = await created(user, { bucket, path: 'inbox/a.txt', password: 'correct horse' })
    const upload = await created(user, { bucket, path: 'inbox/', kind: 'upload', max_uses: 1, max_bytes: 1 })
    const { head } = recipient(given.server)
    expect((await head(locked.address)).status).toBe(403)
    for (const { address } of [locked, upload]) {
      const page = await head(address, { accept: 'text/html' })
      expect([page.status, page.text, page.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8'])
    }
    expect((await head(`s/${'A'.repeat(43)}`)).status).toBe(403)
  })
})

describe('a limit', () => {
  test('holds for concurrent downloads, whole ones, ranges and HEAD', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', max_uses: 3 })
    const { open, head } = recipient(given.server)
    const ranges = [undefined, 'bytes=0-', 'bytes=0-0', 'bytes=1-', 'bytes=-1', 'bytes=9-']
    const opened = Array.from({ length: 12 }, (_, at) => {
      const range = ranges[at % ranges.length]
      return open(address, range === undefined ? {} : { range })
    })
    await Promise.all(ranges.map(() => head(address)))
    const responses = await Promise.all(opened)
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 9 }, () => 403)])
    expect(await listed(user)).toContainEqual(expect.objectContaining({ uses: 3, max_uses: 3, status: 'used' }))
  })

  test('cannot be bypassed with ranges or conditions', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', max_uses: 1 })
    const { open } = recipient(given.server)
    const response = await open(address, { range: 'bytes=1-', 'if-none-match': '*' })
    expect([response.status, response.text, response.headers['accept-ranges']]).toEqual([200, 'signed', undefined])
    expect((await open(address, { range: 'bytes=1-' })).status).toBe(403)
  })
})

describe('a password', () => {
  const PASSWORD = 'correct horse ünï'

  test('is requested in a browser, and opens the link there', async () => {
    const { user, bucket } = await userWithObject()
    const { address, link } = await created(user, { bucket, path: 'deed.txt', password: PASSWORD })
    expect(link.has_password).toBe(true)
    const { open, unlock, cookies } = recipient(given.server)
    expect((await open(address)).outcome).toBe('403 SharePasswordMissing')
    const page = await open(address, { accept: 'text/html' })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('type="password"')])
    expect(page.text).not.toContain('deed')

    const wrong = await unlock(address, 'something else', { accept: 'text/html' })
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('The password is wrong')])
    const right = await unlock(address, PASSWORD)
    expect([right.status, right.headers.location]).toEqual([303, `/${address}`])
    expect(right.headers['set-cookie']?.[0]).toMatch(new RegExp(`Path=/${address}; HttpOnly; SameSite=Lax`))
    expect((await open(address)).text).toBe('signed')

    const other = await created(user, { bucket, path: 'deed.txt', password: PASSWORD })
    expect(cookies.size).toBe(1)
    expect((await open(other.address)).status).toBe(403)
  })

  test('is not stored, and neither are the token and the secret key', async () => {
    const { user, bucket } = await userWithObject()
    const link = await created(user, { bucket, path: 'deed.txt', password: PASSWORD })
    const { secretKey } = await keysBehind(given.server.dataDir, link)
    const token = link.address.slice(2)
    const files = ['console.sqlite', 'console.sqlite-wal'].map((name) => readFileSync(join(given.server.dataDir, name)))
    const written = Buffer.concat(files).toString('latin1') + given.server.log.join('')
    expect(written).toContain(link.link.id)
    for (const secret of [Buffer.from(PASSWORD).toString('latin1'), token, secretKey]) {
      expect(written.includes(secret)).toBe(false)
    }
    expect(JSON.stringify(await listed(user))).not.toContain(token)
  })

  test('can be guessed ten times, then slowly', async () => {
    const { bucket } = await userWithObject()
    let clock = Date.now()
    const server = await consoleAt(given.storage.url, { now: () => clock })
    const user = visitor(server.url)
    await user.signIn(given.storage.root)
    const { address } = await created(user, { bucket, path: 'deed.txt', password: PASSWORD })
    const { unlock } = recipient(server)
    const guesses = await Promise.all(Array.from({ length: 11 }, (_, at) => unlock(address, `guess number ${at}`)))
    const codes = guesses.map(({ json }) => (json as { code: string }).code).sort()
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'SharePasswordWrong'), 'TooManyRequests'])
    const right = await unlock(address, PASSWORD)
    expect([right.json, right.headers['retry-after']]).toMatchObject([{ code: 'TooManyRequests' }, '1'])
    clock += 1_000
    expect((await unlock(address, PASSWORD)).status).toBe(303)
  })

  test('a form of another site is refused, and so is one that is too large', async () => {
    const { user, bucket } = await userWithObject()
    const { address } = await created(user, { bucket, path: 'deed.txt', password: PASSWORD })
    const { unlock } = recipient(given.server)
    expect((await unlock(address, PASSWORD, { origin: 'https://evil.example' })).json).toMatchObject({
      code: 'ForeignOrigin',
    })
    expect((await unlock(address, 'x'.repeat(5000))).json).toMatchObject({ code: 'BodyTooLarge' })
  })
})

describe('an upload link', () => {
  const LIMITS = { kind: 'upload', path: 'inbox/', max_uses: 5, max_bytes: 1000 } as const
  const keysIn = async (user: Visitor, bucket: string) =>
    (
      (await user.get(`/api/v1/buckets/${bucket}/objects?prefix=inbox/&recursive=true`)).json as {
        objects: { name: string }[]
      }
    ).objects.map(({ name }) => name)

  test('adds files to its folder, and never replaces one', async () => {
    const { user, bucket } = await userWithObject('inbox/a.txt', 'here before')
    const { address } = await created(user, { bucket, ...LIMITS })
    const { open, send } = recipient(given.server)
    const page = await open(address, { accept: 'text/html' })
    const shown = page.text.replaceAll(/<[^>]*>/g, '')
    expect([page.status, shown]).toEqual([200, expect.stringContaining('5 more files, each up to 1000 B')])
    expect(page.text).not.toContain(bucket)

    const first = await send(address, 'a.txt', 'first')
    const second = await send(address, 'a.txt', 'second')
    expect([first.status, first.json]).toEqual([201, { name: expect.stringMatching(/^a-[a-z2-9]{8}\.txt$/) }])
    const names = [first, second].map(({ json }) => `inbox/${(json as { name: string }).name}`)
    expect((await keysIn(user, bucket)).sort()).toEqual(['inbox/a.txt', ...names].sort())
    const read = await user.get(`/api/v1/buckets/${bucket}/objects/download?prefix=${names[1]}`)
    expect([read.text, read.headers['content-type']]).toEqual(['second', 'application/octet-stream'])
    expect(await listed(user)).toContainEqual(expect.objectContaining({ kind: 'upload', uses: 2 }))
  })

  test.each(['../../escaped.txt', 'x/../../y.txt', '/etc/passwd', 'C:\\x\\y.txt', '\u202Egnp.exe', '<b>.html'])(
    'keeps %j in its folder',
    async (name) => {
      const { user, bucket } = await userWithObject('inbox/kept', '')
      const { address } = await created(user, { bucket, ...LIMITS })
      expect((await recipient(given.server).send(address, name, 'x')).status).toBe(201)
      const keys = await keysIn(user, bucket)
      expect(keys).toHaveLength(2)
      expect(keys.every((key) => /^inbox\/[^/\\]+$/.test(key))).toBe(true)
    },
  )

  test('refuses what is too large or too much, also at the same time, and doesn’t count what failed', async () => {
    const { user, bucket } = await userWithObject('inbox/kept', '')
    const { address } = await created(user, { bucket, ...LIMITS })
    const { send } = recipient(given.server)
    expect((await send(address, 'large', Buffer.alloc(1001))).outcome).toBe('413 FileTooLarge')
    expect((await send(address, 'a\0b', 'x')).json).toMatchObject({ code: 'InvalidObjectName' })
    const responses = await Promise.all(Array.from({ length: 9 }, (_, at) => send(address, `${at}`, 'x')))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403, 403, 403])
    expect(await keysIn(user, bucket)).toHaveLength(6)
  })

  test.each([0, 1, 300_000])(
    'counts a file of %i bytes whose sender disconnects once it is stored, and not one that was only begun',
    async (size) => {
      const storage = await watchedStorage(given.storage.url)
      const server = await startConsole(storage.url)
      onTestFinished(async () => {
        await server.stop()
        storage.close()
      })
      const { user: owner, bucket } = await userWithObject('inbox/kept', '')
      const user = visitor(server.url)
      await user.signIn(given.storage.root)
      const { address, link } = await created(user, { bucket, ...LIMITS, max_uses: 1, max_bytes: 1_000_000 })
      const usesOf = async () => (await listed(user)).find(({ id }) => id === link.id)?.uses
      if (size > 0) {
        const isBegun = async () => (await usesOf()) === 1
        await sendAndReset(server, storage, { address, size, isBegun })
        await expect.poll(usesOf).toBe(0)
      }
      await sendAndReset(server, storage, { address, size })
      expect(await usesOf()).toBe(1)
      expect((await recipient(server).send(address, 'b', 'x')).json).toMatchObject({ code: 'ShareLinkClosed' })
      expect(await keysIn(owner, bucket)).toHaveLength(2)
    },
  )

  test('does not name the bucket whose quota is used up', async () => {
    const storage = await scriptedStorage((request, response) => {
      if (request.method === 'PUT') {
        const code = 'XMinioAdminBucketQuotaExceeded'
        response.writeHead(400).end(`<Error><Code>${code}</Code><Message>Bucket quota exceeded</Message></Error>`)
      } else response.writeHead(404).end()
    })
    const { user, bucket } = await userWithObject('inbox/kept', '')
    const { address } = await created(user, { bucket, ...LIMITS })
    const server = await consoleAt(storage.url, { dataDir: given.server.dataDir })
    const { status, text, json } = await recipient(server).send(address, 'b', 'x')
    expect([status, json]).toMatchObject([507, { code: 'ShareLinkFull' }])
    expect(text).not.toContain(bucket)
  })

  test('downloads nothing, and a download link stores nothing', async () => {
    const { user, bucket } = await userWithObject('inbox/a.txt')
    const upload = await created(user, { bucket, ...LIMITS })
    const download = await created(user, { bucket, path: 'inbox/a.txt' })
    const { open, send } = recipient(given.server)
    expect((await open(upload.address)).text).not.toContain('signed')
    expect((await send(download.address, 'b.txt', 'x')).json).toMatchObject({ code: 'ShareLinkClosed' })
  })

  test('requires its password, and is closed when it is revoked', async () => {
    const { user, bucket } = await userWithObject('inbox/a.txt')
    const link = await created(user, { bucket, ...LIMITS, password: 'correct horse' })
    const { send, unlock } = recipient(given.server)
    expect((await send(link.address, 'b.txt', 'x')).json).toMatchObject({ code: 'SharePasswordMissing' })
    await unlock(link.address, 'correct horse')
    expect((await send(link.address, 'b.txt', 'x')).status).toBe(201)
    await revoke(user, link)
    expect((await send(link.address, 'b.txt', 'x')).json).toMatchObject({ code: 'ShareLinkClosed' })
  })
})

describe('links of others', () => {
  test('are listed and revoked only by those who may manage access keys of others', async () => {
    const { bucket } = await userWithObject()
    const read = allow(['s3:GetObject'], `${bucket}/*`)
    const owner = await userWith(read)
    const stranger = await userWith(read)
    const auditor = await userWith({ Effect: 'Allow', Action: ['admin:ListServiceAccounts'] })
    const administrator = await userWith({
      Effect: 'Allow',
      Action: ['admin:ListServiceAccounts', 'admin:RemoveServiceAccount'],
    })
    const link = await created(owner, { bucket, path: 'deed.txt' })
    const isListed = expect.arrayContaining([expect.objectContaining({ id: link.link.id })])

    expect(await listed(stranger)).toEqual([])
    for (const nobody of [stranger, owner]) {
      expect((await nobody.get('/api/v1/share-links?of=everyone')).json).toMatchObject({ code: 'AccessDenied' })
    }
    expect(await listed(auditor, 'everyone')).toEqual(isListed)
    for (const nobody of [stranger, auditor]) {
      expect((await revoke(nobody, link)).json).toMatchObject({ code: 'AccessDenied' })
    }
    const { open } = recipient(given.server)
    expect((await open(link.address)).status).toBe(200)
    expect((await revoke(administrator, link)).json).toEqual({ keys_left: [] })
    expect((await open(link.address)).status).toBe(403)
  })
})

test('without a shared database works only at the replica that created it', async () => {
  const { user, bucket } = await userWithObject()
  const link = await created(user, { bucket, path: 'deed.txt' })
  const replica = await consoleAt(given.storage.url)
  const there = user.twin(replica.url)
  expect((await recipient(given.server).open(link.address)).status).toBe(200)
  expect((await recipient(replica).open(link.address)).outcome).toBe('403 ShareLinkClosed')
  expect(await listed(there)).toEqual([])
  expect((await revoke(there, link)).outcome).toBe('404 NoSuchShareLink')
})

test('links survive a restart, and a changed secret closes them without an error', async () => {
  const { bucket } = await userWithObject()
  const first = await consoleAt(given.storage.url)
  const user = visitor(first.url)
  await user.signIn(given.storage.root)
  const link = await created(user, { bucket, path: 'deed.txt' })
  // The folder of a stopped console is removed, so the second one starts beside it.
  const second = await startConsole(given.storage.url, { dataDir: first.dataDir })
  expect((await recipient(second).open(link.address)).text).toBe('signed')
  await second.stop()
  const third = await consoleAt(given.storage.url, { dataDir: first.dataDir, secret: 'another secret entirely' })
  expect((await recipient(third).open(link.address)).json).toMatchObject({ code: 'ShareLinkClosed' })
})
