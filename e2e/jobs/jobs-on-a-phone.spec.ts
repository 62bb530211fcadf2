/** A restore that runs as a job, on a phone in dark colors, with the keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'
import { putVersion, versionedBucket } from '../src/versions.ts'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

/** More controls than any of these screens has. */
const MOST_CONTROLS = 60

/** Presses a key until the control has the focus. */
async function focus(page: Page, control: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(control).toBeVisible()
  for (let pressed = 0; pressed < MOST_CONTROLS; pressed++) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press(key)
  }
  await expect(control, `it is reached with ${key}`).toBeFocused()
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await focus(page, control, 'Tab')
  await page.keyboard.press(key)
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), page.url()).toBeLessThanOrEqual(390)
}

test('a deleted folder is restored by a job', async ({ page, signIn, storage }) => {
  const bucket = await versionedBucket(storage)
  for (const name of ['a', 'b']) {
    await putVersion(storage, bucket, `minutes/${name}.txt`, name)
    await storage.request({ method: 'DELETE', bucket, key: `minutes/${name}.txt` })
  }
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await press(page, page.getByRole('button', { name: text('objects:versions.menu'), exact: true }))
  const entry = page.getByRole('menuitem', { name: text('objects:versions.undelete') })
  await focus(page, entry, 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([text('changeVersions:undeleted_other', { number: '2' })])
  // The dialog moves the focus into itself: keys before that would go elsewhere.
  await expect(dialog.getByLabel(text('changeVersions:undelete.since'))).toBeFocused()
  const onServer = dialog.getByRole('switch', { name: text('serverJobs:run.label') })
  await press(page, onServer, 'Space')
  await expect(onServer).toBeChecked()
  await expectAccessibleInBothThemes(page)
  await expectFits(page)
  await press(page, dialog.getByRole('button', { name: 'Restore', exact: true }))
  await expect(dialog).toBeHidden()
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['minutes/a.txt', 'minutes/b.txt'])

  await page.goto('/jobs')
  const row = rowOf(page, text('serverJobs:what.undelete', { items: `${bucket}/` }))
  await expect(row).toContainText(text('serverJobs:done_other', { number: 2 }))
  await expectFits(page)
  // The buttons of a row are in a menu on a phone.
  await press(page, row.getByRole('button'))
  await focus(page, page.getByRole('menuitem', { name: text('serverJobs:actions.log') }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const log = page.getByRole('dialog', { name: text('serverJobs:log.title') })
  await expect(log.getByText(text('serverJobs:log.started'))).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectFits(page)
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
  await expect(row.getByRole('button')).toBeFocused()
})
