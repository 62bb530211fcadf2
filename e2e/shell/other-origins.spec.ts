import { createServer } from 'node:http'
import { freePort } from '@cooperage/testkit'
import { bucketsOf, keysOf } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

/**
 * A page that tries what a stranger's page can: requests with cookies whose answers it does not get to see, and a form.
 * The same host on another port is the same site, so SameSite alone does not keep the cookie back.
 */
const strangersPage = (api: string, bucket: string, newBucket: string) => `<!doctype html>
<title>trying</title>
<form method="post" enctype="multipart/form-data" action="${api}/buckets/${bucket}/objects/upload?prefix=">
  <input type="file" name="planted.txt"><button>Win a prize</button>
</form>
<script type="module">
  const send = (method, path, body, type) => fetch('${api}' + path, {
    method, mode: 'no-cors', credentials: 'include', body, headers: type ? { 'content-type': type } : {},
  }).catch(() => 'the answer is kept from this page')
  const form = new FormData()
  form.append('planted.txt', new File(['planted'], 'planted.txt'))
  await send('POST', '/buckets/${bucket}/objects/upload?prefix=', form)
  await send('POST', '/buckets', '{"name":"${newBucket}"}', 'text/plain')
  await send('POST', '/buckets/${bucket}/delete-objects', '[{"path":"mine.txt"}]', 'text/plain')
  await send('POST', '/logout')
  document.title = 'tried'
</script>`

test('a page on another port of the same host can neither upload nor create, delete or sign out', async ({
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
  const newBucket = `made-by-a-stranger-${Date.now()}`
  const html = strangersPage(`${sharedConsole.url}/api/v1`, bucket, newBucket)
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(html))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect(page).toHaveTitle('tried')
    const planted = { name: 'planted.txt', mimeType: 'text/plain', buffer: Buffer.from('planted') }
    await page.locator('input').setInputFiles([planted])
    const answered = page.waitForResponse((response) => response.url().includes('/objects/upload'))
    await page.getByRole('button', { name: 'Win a prize' }).click()
    const answer = await answered
    expect((await answer.request().allHeaders()).cookie, 'the browser did send the session').toContain('=')
    expect(answer.status()).toBe(403)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  expect(await keysOf(storage, bucket)).toEqual(['mine.txt'])
  expect(await bucketsOf(storage)).not.toContain(newBucket)

  await page.goto(`/object-browser/${bucket}/`)
  await expect(rowOf(page, 'mine.txt'), 'the session is unharmed').toBeVisible()
})
