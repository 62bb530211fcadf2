/** `test` for the shared components of the web application: each alone in the browser, without a console. */
import { test as journey } from './journey.ts'

interface Gallery {
  /** Shows one component, with its options: `rows=1000`. */
  open: (piece: string, query?: string) => Promise<void>
}

export const test = journey.extend<Gallery>({
  open: ({ page, gallery }, use) =>
    use(async (piece, query = '') => {
      await page.goto(`${gallery}/?${query}#${piece}`)
      await page.getByRole('heading', { level: 1, name: piece }).waitFor()
    }),
})

export { expect } from '@playwright/test'
