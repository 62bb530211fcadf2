/** Syncs from one of several storage servers to another. */
import { readFileSync } from 'node:fs'
import { uniqueName } from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('a sync is created, runs, reports, asks before it deletes much, and is marked when it fails', async ({
  page,
  given,
  twoServers,
  provokes,
}) => {
  const { url, paris: other, signInAtBoth } = await twoServers()
  const bucket = await given.bucket('synced')
  const target = uniqueName('copy')
  await other.request({ method: 'PUT', bucket: target })
  await given.object(bucket, 'in/a ü.txt', 'one')
  await given.object(bucket, 'outside.txt', 'two')
  const row = page.getByRole('row').filter({ hasText: bucket })
  const dialog = page.getByRole('dialog')
  const choose = async (action: string) => {
    await row.getByRole('button', { name: text('shared:moreActions', { name: `${bucket}/in/` }) }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  // Whether there is a session at a server is known by asking.
  provokes(401)
  await signInAtBoth()

  await test.step('the menu of servers leads to the page, which is empty', async () => {
    await page.getByRole('button', { name: text('servers:switch', { title: 'Berlin' }) }).click()
    await page.getByRole('menuitem', { name: text('servers:sync') }).click()
    await expect(page).toHaveURL(`${url}/servers/berlin/sync`)
    await expect(page.getByText(text('sync:empty'), { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step('a new one runs at once, and its report says what it copied', async () => {
    await page.getByRole('button', { name: text('sync:add') }).click()
    const source = dialog.getByRole('group', { name: text('sync:form.source', { server: 'Berlin' }) })
    await source.getByLabel(text('servers:place.bucket')).fill(bucket)
    await source.getByLabel(text('servers:place.folder')).fill('in')
    await dialog.getByLabel(text('sync:form.server')).selectOption('paris')
    const to = dialog.getByRole('group', { name: text('sync:form.target') })
    await to.getByLabel(text('servers:place.bucket')).fill(target)
    await dialog.getByRole('switch', { name: text('sync:form.deletes') }).check()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: text('sync:form.create') }).click()
    await expect(row).toContainText(text('sync:states.done'))
    await expect(row).toContainText(text('sync:counts.copied', { number: '1' }))
    await row.getByRole('button', { name: text('sync:actions.runs') }).click()
    await dialog.getByRole('button', { name: new RegExp(text('sync:runs.report')) }).click()
    await expect(dialog.getByRole('list', { name: text('sync:report.entries') })).toContainText('a ü.txt')
    await expectAccessibleInBothThemes(page)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: text('sync:report.csv') }).click()
    const csv = readFileSync(await (await downloading).path(), 'utf8')
    expect(csv).toBe('Outcome,Object,Reason\r\nCopied,a ü.txt,\r\n')
    await page.keyboard.press('Escape')
  })

  await test.step('a run that would delete most of the target is confirmed first', async () => {
    for (let index = 0; index < 102; index++) await givenAt(other).object(target, `old/${index}`, 'x')
    await row.getByRole('button', { name: text('sync:actions.run') }).click()
    await expect(row).toContainText(text('sync:states.confirm'))
    await page.goto(`${url}/servers`)
    const berlin = page.getByRole('row').filter({ hasText: 'Berlin' })
    await expect(berlin).toContainText(text('servers:states.attention'))
    await expect(berlin).toContainText(text('servers:syncsFailing_one', { number: '1' }))
    await page.goto(`${url}/servers/berlin/sync`)
    await page.getByRole('button', { name: text('servers:switch', { title: 'Berlin' }) }).click()
    await expect(page.getByRole('menuitem', { name: text('servers:sync') })).toContainText(
      text('servers:syncsFailing_one', { number: '1' }),
    )
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: text('sync:actions.confirm') }).click()
    await expect(dialog).toContainText('102')
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: text('sync:confirm.submit') }).click()
    await expect(row).toContainText(text('sync:counts.deleted', { number: '102' }))
  })

  await test.step('it is paused, and deleted', async () => {
    await choose(text('sync:actions.pause'))
    await expect(row).toContainText(text('sync:states.paused'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await choose(text('sync:actions.delete'))
    await dialog.getByRole('button', { name: text('shared:delete'), exact: true }).click()
    await expect(page.getByText(text('sync:empty'), { exact: true })).toBeVisible()
  })
})
