/** Counts what a task takes in a page, as docs/web.md promises it: presses of the pointer and of keys. */
import type { Page } from '@playwright/test'

interface Effort {
  clicks: number
  keys: number
}

/**
 * What counts is what the page gets from a person: not what a journey sets in a field, or chooses without a click. At the
 * document, because the test runner stops a press at the window if its target has moved, and repeats it.
 */
const LISTEN = `if (!window.isEffortCounted) {
  window.isEffortCounted = true
  document.addEventListener('pointerdown', (event) => { if (event.isTrusted) countEffort('clicks') }, true)
  document.addEventListener('keydown', (event) => { if (event.isTrusted) countEffort('keys') }, true)
}`

/** Starts to count in a page, also after it loads another one. The result returns what was counted since it was called last. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  let counted: Effort = { clicks: 0, keys: 0 }
  await page.exposeFunction('countEffort', (kind: keyof Effort) => {
    counted[kind] += 1
  })
  await page.addInitScript({ content: LISTEN })
  await page.evaluate(LISTEN)
  return async () => {
    // What the page has reported before arrives before its response.
    await page.evaluate('0')
    const effort = counted
    counted = { clicks: 0, keys: 0 }
    return effort
  }
}
