import type { AnyRouter } from '@tanstack/react-router'
import { overlayLoaders } from '../shared/overlay/loaders.ts'
import { frameDialogs, loadSignInAgain } from '../shell/dialogs.ts'
import { belowBase } from './navigation.ts'
import { pageModules } from './page-modules.ts'
import { paths } from './paths.ts'

/** What opens on the pages, and their dialogs. */
const parts: readonly (() => Promise<unknown>)[] = [
  ...overlayLoaders,
  () => import('../buckets/loaded-dialogs.ts'),
  () => import('../objects/bulk/loaded-dialogs.ts'),
  () => import('../objects/copy/loaded-dialogs.ts'),
  () => import('../objects/detail/ObjectPage.tsx'),
  () => import('../objects/detail/loaded-dialogs.ts'),
  () => import('../objects/go-to/GoToDialog.tsx'),
  () => import('../objects/loaded-dialogs.ts'),
  () => import('../objects/rewind/RewindDialog.tsx'),
  () => import('../objects/rewind/RewoundFolder.tsx'),
  () => import('../objects/uploads/UploadsPage.tsx'),
  () => import('../transfers/UploadList.tsx'),
]

/** Time that the first page has for itself. */
const DELAY_MS = 1500

/**
 * Loads the code of every page and dialog ahead once a page behind sign-in is open, so that one that is opened while the
 * console is out can still say so. The login page stays small: it loads nothing ahead.
 */
export function loadPagesAfterSignIn(router: AnyRouter): void {
  const stop = router.subscribe('onResolved', () => {
    const here = belowBase(router.history.location.href)
    if (here.startsWith(paths.login()) || here.startsWith(paths.documentation())) return
    stop()
    setTimeout(() => void loadAll(), DELAY_MS)
  })
}

/** One after the other: all at once keep the page from what its user does. */
async function loadAll(): Promise<void> {
  for (const load of [...Object.values(pageModules), ...Object.values(frameDialogs), loadSignInAgain, ...parts]) {
    // Only ahead of need: what cannot be loaded now is loaded, or reported, when it is opened.
    await load().catch(() => undefined)
  }
}
