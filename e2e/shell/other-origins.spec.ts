import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LAN_NAME } from '../src/chromium.ts'
import { bucketsOf, keysOf } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

/**
 * A page that does what an attacker's page can do: send requests with cookies without reading the responses, and a form.
 * The same host on another port is the same site, so SameSite alone doesn't withhold the cookie.
 */
const attackersPage = (api: string, bucket: string, newBucket: string) => `<!doctype html>
<title>trying</title>
<form method="post" enctype="multipart/form-data" action="${api}/buckets/${bucket}/objects/upload?prefix=">
  <input type="file" name="planted.txt"><button>Win a prize</button>
</form>
<script type="module">
  const send = (method, path, body, type) => fetch('${api}' + path, {
    method, mode: 'no-cors', credentials: 'include', body, headers: type ? { 'content-type': type } : {},
  }).catch(() => 'the response is not readable by this page')
  const form = new FormData()
  form.append('planted.txt', new File(['planted'], 'planted.txt'))
  await send('POST', '/buckets/${bucket}/objects/upload?prefix=', form)
  await send('POST', '/buckets', '{"name":"${newBucket}"}', 'text/plain')
  await send('POST', '/buckets/${bucket}/delete-objects', '[{"path":"mine.txt"}]', 'text/plain')
  await send('POST', '/logout')
  document.title = 'tried'
</script>`

/** A page that frames the console, and listens to its sockets. */
const listenersPage = (url: string) => `<!doctype html>
<title>trying</title>
<iframe src="${url}/buckets"></iframe>
<script>
  const socket = new WebSocket('${url.replace('http', 'ws')}/ws/session')
  socket.onopen = () => { document.title = 'the socket is open' }
  socket.onclose = () => { if (document.title === 'trying') document.title = 'the socket was refused' }
</script>`

/** Serves one page on its own port. */
async function startAttacker(html: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, close }
}

/** Browsers send the session cookie to the first of them: SameSite compares the host, not the port. */
const ATTACKERS = [
  { where: 'on another port of the same host', host: '127.0.0.1', getsCookie: true },
  { where: 'on another site', host: LAN_NAME, getsCookie: false },
]

for (const { where, host, getsCookie } of ATTACKERS) {
  test(`a page ${where} can neither upload nor create, delete or sign out`, async ({
    page,
    given,
    storage,
    signIn,
    sharedConsole,
    provokes,
  }) => {
    provokes('blocked', 403)
    const bucket = await given.bucket()
    await given.object(bucket, 'mine.txt')
    await signIn()
    const newBucket = `made-by-attacker-${Date.now()}`
    const attacker = await startAttacker(attackersPage(`${sharedConsole.url}/api/v1`, bucket, newBucket))
    try {
      await page.goto(`http://${host}:${attacker.port}/`)
      await expect(page).toHaveTitle('tried')
      const planted = { name: 'planted.txt', mimeType: 'text/plain', buffer: Buffer.from('planted') }
      await page.locator('input').setInputFiles([planted])
      const responded = page.waitForResponse((response) => response.url().includes('/objects/upload'))
      await page.getByRole('button', { name: 'Win a prize' }).click()
      const response = await responded
      const { cookie } = await response.request().allHeaders()
      expect(cookie !== undefined, 'whether the browser sent the session cookie').toBe(getsCookie)
      expect(response.status()).toBe(403)
    } finally {
      attacker.close()
    }
    expect(await keysOf(storage, bucket)).toEqual(['mine.txt'])
    expect(await bucketsOf(storage)).not.toContain(newBucket)

    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'mine.txt'), 'the session still works').toBeVisible()
  })

  // Its own context, because this test reads the browser's console messages about the rejections.
  test(`a page ${where} can neither frame the console nor listen to the session`, async ({
    context,
    browser,
    signIn,
    sharedConsole,
  }) => {
    await signIn()
    const attacker = await startAttacker(listenersPage(sharedConsole.url))
    const visit = await browser.newContext({ storageState: await context.storageState() })
    try {
      const page = await visit.newPage()
      const lines: string[] = []
      page.on('console', (message) => lines.push(message.text()))
      await page.goto(`http://${host}:${attacker.port}/`)
      await expect(page).toHaveTitle('the socket was refused')
      await expect.poll(() => lines.join('\n')).toContain('Unexpected response code: 403')
      await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
      await expect.poll(() => lines.join('\n')).toContain('frame-ancestors')
      await page.goto(`${sharedConsole.url}/buckets`)
      await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    } finally {
      await visit.close()
      attacker.close()
    }
  })
}
