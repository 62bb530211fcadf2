import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/**
 * Scans what is on screen with axe; serious and critical violations fail. Of an open dialog only the dialog is scanned: the
 * page below it can't be reached, and has its own scan.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await scan(page, {})
}

/** The same, then the contrast of the other theme, which is the only thing that differs there. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  const html = page.locator('html')
  const theme = (await html.getAttribute('data-mantine-color-scheme')) === 'dark' ? 'dark' : 'light'
  const other = theme === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', other)
  await scan(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: theme })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', theme)
}

async function scan(page: Page, options: RunOptions): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const run = `axe.run(document.querySelector('[role=dialog]') ?? document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
  const { violations } = await page.evaluate<AxeResults>(run)
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => `${node.target}: ${node.failureSummary}`) }))
  expect(grave, `accessibility of ${page.url()}`).toEqual([])
}
