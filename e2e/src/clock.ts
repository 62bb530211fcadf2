/** A clock that a journey advances: however slow the machine, a message is visible before its timer fires. */
import { expect as baseExpect, type Locator, type Page } from '@playwright/test'

/** Longer than any machine needs between installing and stopping the clock. */
const BETWEEN_LOOK_AND_STOP_MS = 60_000

/**
 * Stops the clock a minute ahead; timers that are due within that minute fire now. The clock has to be installed before
 * the page is opened.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()')
  await page.clock.pauseAt(now + BETWEEN_LOOK_AND_STOP_MS)
}

/** Advances the clock in small steps until `shown` is visible. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
  await baseExpect(async () => {
    await page.clock.runFor(50)
    await baseExpect(shown).toBeVisible({ timeout: 50 })
  }).toPass()
}

export const expect = baseExpect.extend({
  /** Expects that what is shown stays for exactly that many milliseconds. */
  async toStay(shown: Locator, ms: number) {
    const { clock } = shown.page()
    await clock.runFor(ms - 500)
    await baseExpect(shown).toBeVisible()
    await clock.runFor(600)
    await baseExpect(shown).toBeHidden()
    return { pass: true, message: () => `It stayed for ${ms} ms.` }
  },
})
