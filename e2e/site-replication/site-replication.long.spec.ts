/** Three real MinIO servers that replicate with each other, which `npm run test:long` starts. */
import { accountsOf, allow, MinioSite, send } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { expect, test, visit } from '../src/journey.ts'
import { SCALED } from '../src/scale.ts'
import { text } from '../src/text.ts'

const ofPage = (key: string, values: Record<string, string | number> = {}) => text(`siteReplication:${key}`, values)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'three sites are checked, added, stopped, resynced and removed',
  SCALED,
  async ({ page, signIn, stopAtEnd, provokes }) => {
    const sites = await Promise.all(['amsterdam', 'berlin', 'cork'].map((name) => MinioSite.start(name)))
    for (const site of sites) stopAtEnd(site)
    const [here, , cork] = sites
    if (here === undefined || cork === undefined) throw new Error('no sites')
    const console = await startConsole(here.server.url, { COOPERAGE_OUTBOUND_LOOPBACK: 'on' })
    stopAtEnd(console)
    const put = (path: string, body = '') =>
      send({ url: here.server.url, credentials: here.server.root, method: 'PUT', path, body })
    await put('/photos')
    for (let index = 0; index < 20; index++) await put(`/photos/${index}.jpg`, 'x'.repeat(20_000))

    const dialog = page.getByRole('dialog')
    const submit = (key: string) => dialog.getByRole('button', { name: ofPage(key), exact: true })

    await test.step('the sites are checked with their keys before they are added', async () => {
      await signIn({ keys: here.server.root, at: console.url })
      await page.goto(`${console.url}/buckets`)
      await page
        .getByRole('navigation')
        .getByRole('link', { name: ofPage('title') })
        .click()
      await expect(page.getByText(ofPage('none'))).toBeVisible()
      await page.getByRole('button', { name: ofPage('add.action') }).click()
      await submit('add.another').click()
      for (const [index, { withKeys }] of sites.entries()) {
        const name = index === 0 ? ofPage('add.self') : ofPage('add.site', { number: index + 1 })
        const fields = dialog.getByRole('group', { name, exact: true })
        await fields.getByRole('textbox', { name: ofPage('add.name') }).fill(withKeys.name)
        await fields.getByRole('textbox', { name: ofPage('add.endpoint') }).fill(withKeys.endpoint)
        await fields.getByRole('textbox', { name: ofPage('add.accessKey') }).fill(withKeys.accessKey)
        const secret = index === 2 ? 'not-the-secret' : withKeys.secretKey
        await fields.getByLabel(ofPage('add.secretKey'), { exact: true }).fill(secret)
      }
      await expectAccessible(page)
      await submit('add.check').click()
      await expect(dialog.getByText(/^cork: .*refused these keys/)).toBeVisible()
      await expect(submit('add.action')).toHaveAccessibleDescription(ofPage('add.obstacles.keys'))
      await submit('add.back').click()
      const last = dialog.getByRole('group', { name: ofPage('add.site', { number: 3 }), exact: true })
      await last.getByLabel(ofPage('add.secretKey'), { exact: true }).fill(cork.withKeys.secretKey)
      await submit('add.check').click()
      await expect(dialog.getByText(ofPage('add.met'))).toHaveCount(8)
      await expectAccessible(page)
      await saying(page, 'sites', { isPartial: false, reason: 'users of cork' })
      await submit('add.action').click()
      await expect(page.getByText(ofPage('add.synced', { reason: 'users of cork' }))).toBeVisible(SLOW)
      await expect(dialog).toHaveCount(0)
      await expect(region(page, 'amsterdam')).toContainText(ofPage('here'))
      await expect(region(page, 'cork')).toContainText(ofPage('facts.async'))
      await expect(region(page, ofPage('comparison.title'))).toContainText(ofPage('comparison.same'), SLOW)
      await expectAccessibleInBothThemes(page)
    })

    await test.step('a site that is down is named, and the rest stays usable', async () => {
      // Until the storage server takes it for offline.
      provokes(409)
      await cork.pause()
      await put('/photos/later.jpg', 'x')
      await expect(async () => {
        await page.getByRole('button', { name: text('shared:refresh') }).click()
        await expect(region(page, 'cork')).toContainText(ofPage('states.offline'), { timeout: 1_000 })
      }).toPass(SLOW)
      await expect(region(page, ofPage('comparison.title'))).toContainText(
        ofPage('comparison.silent', { sites: 'cork' }),
      )
      await page.getByRole('link', { name: ofPage('tabs.differences') }).click()
      await expect(page.getByText(ofPage('differences.notCompared'), { exact: true })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('it is resynced when it is back', async () => {
      await cork.resume()
      await visit(page, '/site-replication')
      await expect(async () => {
        await page.getByRole('button', { name: text('shared:refresh') }).click()
        await expect(region(page, 'cork')).toContainText(ofPage('states.online'), { timeout: 1_000 })
      }).toPass(SLOW)
      const more = region(page, 'cork').getByRole('button', { name: ofPage('actions.more', { name: 'cork' }) })
      await more.click()
      await page.getByRole('menuitem', { name: ofPage('resync.action') }).click()
      await submit('resync.start').click()
      await expect(dialog).toHaveCount(0)
      await expect(region(page, 'cork')).toContainText(ofPage('resync.states.complete'), SLOW)
      await expect(region(page, 'cork')).toContainText(/2\d versions/)
    })

    await test.step('a resync that is canceled says so, whatever the storage server makes of it', async () => {
      const names = Array.from({ length: MANY }, (_, index) => `/photos/many-${index}.jpg`)
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          for (let name = names.pop(); name !== undefined; name = names.pop()) await put(name, 'x')
        }),
      )
      const choose = async (key: string) => {
        await region(page, 'berlin')
          .getByRole('button', { name: ofPage('actions.more', { name: 'berlin' }) })
          .click()
        await page.getByRole('menuitem', { name: ofPage(key) }).click()
      }
      await choose('resync.action')
      await submit('resync.start').click()
      await expect(dialog).toHaveCount(0)
      await choose('resync.cancel')
      await expect(page.getByText(ofPage('resync.canceled', { name: 'berlin' }))).toBeVisible()
      const stillListed = region(page, 'berlin').getByText(ofPage('resync.notEnded'))
      const completeAnyway = region(page, 'berlin').getByText(ofPage('resync.completeAnyway'))
      await expect(stillListed.or(completeAnyway)).toBeVisible(SLOW)
      await expectAccessible(page)
    })

    await test.step('who may only view the sites sees why the rest is disabled', async () => {
      const viewer = await accountsOf(here.server).allowed(allow(['admin:SiteReplicationInfo']))
      provokes(403)
      await signIn({ keys: viewer, at: console.url })
      await page.goto(`${console.url}/site-replication`)
      await expect(page.getByRole('button', { name: ofPage('add.action') })).toHaveAccessibleDescription(
        /admin:SiteReplicationAdd on this server/,
      )
      await expect(page.getByText(/admin:ServerInfo on this server/)).toBeVisible()
    })

    await test.step('a site is removed after it was said what stays', async () => {
      await signIn({ keys: here.server.root, at: console.url })
      await page.goto(`${console.url}/site-replication`)
      await region(page, 'berlin')
        .getByRole('button', { name: ofPage('actions.more', { name: 'berlin' }) })
        .click()
      await page.getByRole('menuitem', { name: ofPage('actions.remove') }).click()
      await expect(dialog).toContainText(ofPage('remove.kept.data'))
      await expect(submit('remove.confirm')).toBeDisabled()
      await dialog.getByRole('textbox').fill('berlin')
      await expectAccessible(page)
      await saying(page, 'remove', { isPartial: true, reason: 'cork is down' })
      await submit('remove.confirm').click()
      await expect(page.getByText(ofPage('remove.partial', { reason: 'cork is down' }))).toBeVisible(SLOW)
      await expect(dialog).toHaveCount(0)
      await expect(region(page, 'berlin')).toHaveCount(0)
      await expect(region(page, 'cork')).toBeVisible()
    })
  },
)

/** Lets a change succeed, as if the storage server had said that something went wrong on a site. */
async function saying(page: Page, change: string, json: { isPartial: boolean; reason: string }): Promise<void> {
  await page.route(`**/site-replication/${change}`, async (route) => {
    await route.fulfill({ response: await route.fetch(), json })
  })
}

/** So many that a resync of them takes seconds. */
const MANY = 3_000
/** Servers check their connections every five seconds. */
const SLOW = { timeout: 30_000 }
