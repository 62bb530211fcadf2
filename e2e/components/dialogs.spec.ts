import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, passUntil, stopTime } from '../src/clock.ts'
import { test } from '../src/gallery.ts'

const DETAIL = 'Three objects are held by a legal hold.'

test('dialogs and buttons keep and return focus, and an irreversible action requires typing the name', async ({
  page,
  open,
}) => {
  await test.step('an irreversible action requires typing the name', async () => {
    await open('dialogs')
    const opener = page.getByRole('button', { name: 'Empty bucket' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Empty photos' })
    const confirm = dialog.getByRole('button', { name: 'Empty bucket' })
    await expect(dialog.getByLabel('To confirm, type photos')).toBeFocused()
    await expect(confirm).toHaveAccessibleDescription('Type the name first.')
    await page.keyboard.type('Photos')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(DETAIL)).toBeHidden()
    await dialog.getByLabel('To confirm, type photos').fill('photos')
    await expect(confirm).toBeEnabled()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(DETAIL), 'the detailed message is shown').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('the refresh button keeps focus while it refreshes', async () => {
    const refresh = page.getByRole('button', { name: 'Refresh' })
    await refresh.press('Enter')
    await expect(refresh).toHaveAttribute('aria-busy', 'true')
    await expect(refresh).toHaveAttribute('aria-disabled', 'true')
    await expect(refresh).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(refresh).toBeEnabled()
  })

  await test.step('a dialog opened from a menu returns focus to the menu button', async () => {
    const more = page.getByRole('button', { name: 'More' })
    await more.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Connect from here' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect' })
    await expect(dialog.getByRole('button', { name: 'Try' })).toBeVisible()
    await dialog.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(more).toBeFocused()
  })
})

test('messages stay for the specified time', async ({ page, open }) => {
  await test.step(`a modal's error disappears after 10 s`, async () => {
    await page.clock.install()
    await open('dialogs')
    await page.getByRole('button', { name: 'Empty bucket' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To confirm, type photos').fill('photos')
    const confirm = dialog.getByRole('button', { name: 'Empty bucket' })
    await expect(confirm).toBeEnabled()
    await stopTime(page)
    await confirm.click()
    const detail = dialog.getByText(DETAIL)
    await passUntil(page, detail)
    await expect(detail).toStay(10_000)
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the error toast stays while the pointer is on it, restarts its timer afterwards, and has details', async () => {
    await page.getByRole('button', { name: 'Fail' }).click()
    const toast = page.getByText('The bucket was not emptied.')
    await expect(toast).toBeVisible()
    await expect(page.getByText(DETAIL)).toBeHidden()
    await page.getByRole('button', { name: 'Details' }).click()
    await expect(page.getByText(DETAIL)).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(toast, 'the pointer is on it').toBeVisible()
    await stopTime(page)
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(toast).toStay(10_000)

    await page.clock.resume()
    await page.getByRole('button', { name: 'Fail' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
  })

  await test.step('a notification that is not an error shows for 5 s', async () => {
    const succeed = page.getByRole('button', { name: 'Succeed' })
    await expect(succeed).toBeVisible()
    await stopTime(page)
    await succeed.click()
    const notice = page.getByText('Bucket photos created.')
    await passUntil(page, notice)
    await expect(notice).toStay(5_000)
    await page.clock.resume()
  })

  await test.step('a notification that is not an error shows in a modal for 5 s', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect' })
    await expect(dialog).toBeVisible()
    await stopTime(page)
    await dialog.getByRole('button', { name: 'Try' }).click()
    const notice = dialog.getByText('The other server responds.')
    await passUntil(page, notice)
    await expect(notice).toStay(5_000)
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a failure icon shows its reason after the pointer rests on it for half a second', async () => {
    const mark = page.getByRole('button', { name: 'photos was not set up' })
    await expect(mark).toHaveAccessibleDescription('Versioning is off there.')
    await stopTime(page)
    await mark.hover()
    await expectAfter(page, page.getByRole('tooltip', { name: 'Versioning is off there.' }), 500)
  })
})

/** Expects that something shows only after the pointer has rested for that long. */
async function expectAfter(page: Page, shown: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms - 100)
  await expect(shown).toBeHidden()
  await page.clock.runFor(200)
  await expect(shown).toBeVisible()
}
