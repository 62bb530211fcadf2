import type { Page, Route } from '@playwright/test'

/**
 * Holds the requests of a page to an address in the browser, except for the first `passing`, until the returned function is
 * called: held calls neither progress nor end, however slow or fast the machine is.
 */
export async function holdCalls(page: Page, address: RegExp, passing = 0): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let seen = 0
  const hold = async (route: Route) => {
    seen += 1
    if (seen > passing) await released
    // A call that the page has aborted can't continue.
    await route.continue().catch(() => undefined)
  }
  await page.route(address, hold)
  return async () => {
    release()
    await page.unroute(address, hold)
  }
}
