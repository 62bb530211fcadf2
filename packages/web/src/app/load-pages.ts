import type { AnyRouter } from '@tanstack/react-router'
import { belowBase } from './navigation.ts'
import { pageModules } from './page-modules.ts'
import { paths } from './paths.ts'

/** Time that the first page has for itself. */
const DELAY_MS = 1500

/**
 * Loads the code of every page ahead once a page behind sign-in is open, so that a page opened while the console is out
 * can still say so. The login page stays small: it loads nothing ahead.
 */
export function loadPagesAfterSignIn(router: AnyRouter): void {
  const stop = router.subscribe('onResolved', () => {
    if (belowBase(router.history.location.href).startsWith(paths.login())) return
    stop()
    setTimeout(() => {
      for (const load of Object.values(pageModules)) {
        // Only ahead of need: what cannot be loaded now is loaded, or reported, when its page is opened.
        load().catch(() => undefined)
      }
    }, DELAY_MS)
  })
}
