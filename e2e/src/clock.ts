/** Time that passes only when a journey lets it: however slow the machine, a timer is seen before it rings. */
import { expect, type Locator, type Page } from '@playwright/test'

/** From here on time stands still. The clock has to be installed before the page is opened. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
}

/** Lets time pass in small steps until something shows. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(shown).toBeVisible({ timeout: 50 })
  }).toPass()
}

/** Expects that what has just shown stays for that long, and no longer. */
export async function expectToStay(page: Page, shown: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms - 500)
  await expect(shown).toBeVisible()
  await page.clock.runFor(600)
  await expect(shown).toBeHidden()
}
