import { expect, type Page } from '@playwright/test'

/** Waits until the code of all other pages has been loaded ahead. */
export async function expectLoadedAhead(page: Page): Promise<void> {
  const marks = () => page.evaluate<number>(`performance.getEntriesByName('loaded-ahead').length`)
  await expect.poll(marks, 'marks of load-pages.ts').toBe(1)
}
