/** `npm run dev`: the page from its sources, under the product's own content security policy, in front of a console. */
import { utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, readyAddress, startChild, tempFolder } from '@cooperage/testkit'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { SCALED } from '../src/scale.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../packages/web/src/messages/en/buckets.ts', import.meta.url))

test(
  'npm run dev serves the page, its calls and sockets, and updates it without a reload',
  SCALED,
  async ({ page, storage, provokes }) => {
    provokes(401)
    const folder = tempFolder('development')
    const args = ['scripts/dev.mjs', '--port', '0', '--data', folder.path, '--storage', storage.url]
    const child = startChild(process.execPath, args, { cwd: ROOT, env: cleanEnvironment() })
    try {
      const url = await readyAddress(child)
      const response = await page.goto(`${url}/buckets`)
      expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
      const socket = page.waitForEvent('websocket', (one) => one.url().endsWith('/ws/session'))
      await fillLoginForm(page, storage.root)
      await expect(page.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible()
      await (await socket).waitForEvent('framereceived')

      const updated = page.waitForEvent('console', (line) => line.text().includes('hot updated'))
      const search = page.getByPlaceholder('Search Buckets')
      await search.fill('typed before')
      utimesSync(SOURCE, new Date(), new Date())
      await updated
      await expect(search).toHaveValue('typed before')

      // An open page would report that its server is unreachable.
      await page.close()
      child.process.kill('SIGINT')
      expect(await child.ended).toBe(0)
    } finally {
      await child.stop()
      folder.remove()
    }
  },
)
