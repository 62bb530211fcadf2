/** Time that passes only when a journey lets it: however slow the machine, a timer is seen before it rings. */
import { expect as baseExpect, type Locator, type Page } from '@playwright/test'

/** Longer than any machine takes from the one to the other. */
const BETWEEN_LOOK_AND_STOP_MS = 60_000

/**
 * From here on time stands still, a minute later: what would have rung within it rings now. The clock has to be installed
 * before the page is opened.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()')
  await page.clock.pauseAt(now + BETWEEN_LOOK_AND_STOP_MS)
}

/** Lets time pass in small steps until something shows. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
  await baseExpect(async () => {
    await page.clock.runFor(50)
    await baseExpect(shown).toBeVisible({ timeout: 50 })
  }).toPass()
}

export const expect = baseExpect.extend({
  /** What has just shown stays for that many milliseconds, and no longer. */
  async toStay(shown: Locator, ms: number) {
    const { clock } = shown.page()
    await clock.runFor(ms - 500)
    await baseExpect(shown).toBeVisible()
    await clock.runFor(600)
    await baseExpect(shown).toBeHidden()
    return { pass: true, message: () => `It stayed for ${ms} ms.` }
  },
})
