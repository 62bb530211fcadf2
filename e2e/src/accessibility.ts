import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Scans what is on screen with axe; serious and critical violations fail. */
export async function expectAccessible(page: Page): Promise<void> {
  // Legacy mode stays in this page: the other opens a blank page of its own for frames, of which the console has none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => `${node.target}: ${node.failureSummary}`) }))
  expect(grave, `accessibility of ${page.url()}`).toEqual([])
}
