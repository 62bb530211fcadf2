/** A real MinIO with two pools, which `npm run test:long` starts. */
import { accountsOf, allow, send, startMinio } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { expect, test, visit } from '../src/journey.ts'
import { SCALED } from '../src/scale.ts'
import { text } from '../src/text.ts'

const OBJECTS = 300
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'a pool of a real cluster is decommissioned, with its conditions, its progress and its end',
  SCALED,
  async ({ page, signIn, stopAtEnd, provokes }) => {
    const storage = await startMinio({ pools: 2, drives: 4 })
    stopAtEnd(storage)
    const console = await startConsole(storage.url)
    stopAtEnd(console)
    const put = (path: string, body = '') =>
      send({ url: storage.url, credentials: storage.root, method: 'PUT', path, body })
    await put('/photos')
    for (let index = 0; index < OBJECTS; index++) await put(`/photos/2026/${index}.jpg`, 'x'.repeat(20_000))

    await test.step('each pool has its drives', async () => {
      await signIn({ keys: storage.root, at: console.url })
      await page.goto(`${console.url}/buckets`)
      await page.getByRole('navigation').getByRole('link', { name: 'Pools' }).click()
      for (const name of ['Pool 1', 'Pool 2']) {
        await expect(region(page, name)).toContainText(text('pools:states.none'))
        await expect(region(page, name)).toContainText(text('pools:facts.drivesValue', { ok: 4, all: 4 }))
        await expect(region(page, name).getByRole('img')).toHaveAccessibleName(/^Drives of Pool \d: 4 OK$/)
      }
      await expect(region(page, text('pools:add.title'))).toContainText('minio server ')
      await expectAccessibleInBothThemes(page)
      await page.getByRole('link', { name: text('pools:tabs.drives') }).click()
      await expect(page.getByRole('row')).toHaveCount(1 + 8)
      await page.getByRole('combobox', { name: text('pools:drives.mark') }).selectOption('bad')
      await expect(page.getByText(text('pools:drives.emptyFilter'))).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a rebalance says of each pool when it has its share', async () => {
      await visit(page, '/pools')
      const rebalance = region(page, text('pools:rebalance.title'))
      await expect(rebalance).toContainText(text('pools:rebalance.states.none'))
      await rebalance.getByRole('button', { name: text('pools:rebalance.start') }).click()
      // They share a file system: what others write between two looks at its free space decides which one seems fuller.
      const states = [text('pools:rebalance.poolStates.idle'), text('pools:rebalance.poolStates.complete')].join('|')
      for (const pool of ['Pool 1', 'Pool 2']) {
        await expect(rebalance.getByRole('row', { name: new RegExp(`^${pool} (${states}) `) })).toBeVisible()
      }
    })

    await test.step('the pool is decommissioned after its argument was typed', async () => {
      await region(page, 'Pool 2').getByRole('button', { name: 'Decommission pool 2' }).click()
      const dialog = page.getByRole('dialog')
      const start = dialog.getByRole('button', { name: text('pools:decommission.action') })
      await expect(dialog).toContainText(text('pools:decommission.conditions.rebalance'))
      await expect(start).toBeDisabled()
      await expectAccessible(page)
      const argument = await region(page, 'Pool 2').locator('code').innerText()
      await dialog.getByRole('textbox').fill(argument)
      // All drives are on one disk here, which may be more than half full.
      const anyway = dialog.getByRole('switch', { name: text('pools:decommission.anyway') })
      if (await anyway.isVisible()) await anyway.check({ force: true })
      await start.click()
      await expect(dialog).toHaveCount(0)
      await expect(region(page, 'Pool 2')).toContainText(text('pools:states.complete'))
      await expect(region(page, 'Pool 2')).toContainText('Remove this pool from the command line')
      await expect(region(page, 'Pool 2').getByText(text('pools:facts.failed')).locator('..')).toContainText(
        '0 versions (0 B)',
      )
      const last = region(page, 'Pool 1').getByRole('button', { name: 'Decommission pool 1' })
      await expect(last).toHaveAccessibleDescription(text('pools:decommission.obstacles.other'))
      await visit(page, '/object-browser/photos/2026/')
      await expect(page.getByText(`${OBJECTS} `).first()).toBeVisible()
    })

    await test.step('who may only view the cluster sees why the rest is disabled', async () => {
      provokes(403)
      await signIn({ keys: await accountsOf(storage).allowed(allow(['admin:ServerInfo'])), at: console.url })
      await page.goto(`${console.url}/pools`)
      await expect(region(page, 'Pool 1').getByRole('button')).toHaveAccessibleDescription(
        /admin:Decommission on this server/,
      )
      await expect(region(page, text('pools:rebalance.title'))).toContainText('admin:Rebalance on this server')
    })
  },
)
