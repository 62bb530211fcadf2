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

/**
 * The same for uploads of large parts, which {@link holdCalls} would send through the browser's debugger: the page itself holds
 * them. Call it before the page is loaded.
 */
export async function holdUploads(page: Page, address: RegExp, passing: number): Promise<() => Promise<void>> {
  await page.addInitScript({
    content: `{
      const { open, send } = XMLHttpRequest.prototype
      const held = []
      const addresses = new WeakMap()
      let seen = 0
      XMLHttpRequest.prototype.open = function (...args) {
        addresses.set(this, String(args[1]))
        open.apply(this, args)
      }
      XMLHttpRequest.prototype.send = function (body) {
        const isHeld = ${address}.test(addresses.get(this)) && ++seen > ${passing}
        if (!isHeld || sessionStorage.getItem('uploads') === 'released') return send.call(this, body)
        // One that the page has aborted meanwhile can't be sent.
        held.push(() => this.readyState === XMLHttpRequest.OPENED && send.call(this, body))
      }
      window.addEventListener('release-uploads', () => held.splice(0).forEach((one) => one()))
    }`,
  })
  // Pages that are loaded later hold nothing.
  return () =>
    page.evaluate(`sessionStorage.setItem('uploads', 'released'); window.dispatchEvent(new Event('release-uploads'))`)
}
