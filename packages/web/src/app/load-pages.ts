import type { AnyRouter } from '@tanstack/react-router'
import { belowBase } from '../navigation/navigation.ts'
import { guidePath } from '../navigation/paths/guide.ts'
import { loginPath } from '../navigation/paths/session.ts'
import { overlayLoaders } from '../shared/overlay/loaders.ts'
import { frameDialogs, loadSignInAgain } from '../shell/dialogs.ts'
import { FEATURES } from './features.ts'
import { loadLayout } from './load-layout.ts'

/** Time that the first page has for itself. */
const DELAY_MS = 1500

/**
 * Loads the code of every page and dialog ahead once a page behind sign-in is open, so that one that is opened while the
 * console is out can still say so. The login page stays small: it loads nothing ahead. Nor does anything where the browser
 * is set to save data.
 */
export function loadPagesAfterSignIn(router: AnyRouter): void {
  if (savesData()) return
  const stop = router.subscribe('onResolved', () => {
    const here = belowBase(router.history.location.href)
    if (here.startsWith(loginPath()) || here.startsWith(guidePath())) return
    stop()
    setTimeout(() => void loadAll(), DELAY_MS)
  })
}

/** Network Information API, which not every browser has. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** One after the other: all at once keep the page from what its user does. */
async function loadAll(): Promise<void> {
  const pages = FEATURES.flatMap((feature) => Object.values(feature.pages))
  const parts = FEATURES.flatMap((feature) => feature.parts ?? [])
  for (const load of [
    loadLayout,
    ...pages,
    ...Object.values(frameDialogs),
    loadSignInAgain,
    ...overlayLoaders,
    ...parts,
  ]) {
    // Only ahead of need: what cannot be loaded now is loaded, or reported, when it is opened.
    await load().catch(() => undefined)
  }
}
