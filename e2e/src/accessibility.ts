import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** Minified: it is sent to each scanned page, and the full source is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Scans the screen with axe; serious and critical violations fail. With an open dialog only the dialog is scanned: the
 * page below can't be reached, and has its own scan.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await scan(page, {})
}

/** The same, then the contrast of the other theme, the only thing that differs there. */
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

/** The rules whose findings never fail take a quarter of a scan. axe gives each finding the impact of its rule. */
const WITHOUT_MILD_RULES =
  "Object.fromEntries(axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => [id, { enabled: false }]))"

async function scan(page: Page, { runOnly }: Pick<RunOptions, 'runOnly'>): Promise<void> {
  const dialog = page.locator('[role=dialog]').first()
  // A dialog is named after a title that is rendered later.
  if ((await dialog.count()) > 0) await expect(dialog).toHaveAccessibleName(/./)
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE)
  const which = runOnly === undefined ? `rules: ${WITHOUT_MILD_RULES}` : `runOnly: ${JSON.stringify(runOnly)}`
  const run = `axe.run(document.querySelector('[role=dialog]') ?? document, { ${which}, resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<AxeResults>(run)
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => `${node.target}: ${node.failureSummary}`) }))
  expect(grave, `accessibility of ${page.url()}`).toEqual([])
}
