/** Lists, of which only the rows in view exist: other journeys of the same storage may have filled them. */
import { expect, type Locator, type Page } from '@playwright/test'
import { rowOf } from './object-browser.ts'

/** Searches a list of a page for the rows of this name. */
export async function findRow(page: Page, placeholder: string, name: string): Promise<Locator> {
  await page.getByPlaceholder(placeholder).fill(name)
  const rows = rowOf(page, name)
  await expect(rows.first()).toBeVisible()
  return rows
}

/** Chooses one name from a list of a dialog. */
export async function choose(scope: Locator, placeholder: string, name: string): Promise<void> {
  await scope.getByPlaceholder(placeholder).fill(name)
  await scope.getByRole('checkbox', { name: `Select ${name}`, exact: true }).press(' ')
}
