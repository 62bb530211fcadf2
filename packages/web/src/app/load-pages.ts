import { getSession, type Session } from '@cooperage/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { loadWholeLanguage } from '../messages/i18n.ts'
import { belowBase } from '../navigation/navigation.ts'
import { guidePath, loginPath } from '../navigation/paths/pages.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import type { Feature } from '../shared/feature.ts'
import { overlayLoaders } from '../shared/overlay/loaders.ts'
import { columnLoaders } from '../shared/table/loaders.ts'
import { ExplainDialog, frameDialogs, loadSignInAgain } from '../shell/dialogs.ts'
import { pageAccess } from '../shell/page-access.ts'
import { FEATURES, loadLayout } from './features.ts'

/** Marks the time at which everything was loaded ahead, for measurements. */
const LOADED_AHEAD = 'loaded-ahead'
/** Time for the first page to load undisturbed. */
const DELAY_MS = 1500

/**
 * Preloads the code of the pages and dialogs that the visitor may open, once a page behind sign-in is open, so that they can
 * still report an outage when they are opened during one. Not the guide, and nothing large that few people open (`RARE` in
 * build/chunks.ts), unless a page brings it along. The login page stays small: it preloads nothing. Neither does a browser that
 * is set to save data.
 */
export function loadPagesAfterSignIn(router: AnyRouter, client: QueryClient): void {
  if (savesData()) return
  const stop = router.subscribe('onResolved', () => {
    const here = belowBase(router.history.location.href)
    if (here.startsWith(loginPath()) || here.startsWith(guidePath())) return
    stop()
    setTimeout(() => void loadAll(client.getQueryData<Session>(apiQuery(getSession, {}).queryKey)), DELAY_MS)
  })
}

/** Network Information API; not every browser has it. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/**
 * Operator mode has no pages of storage, and the console of a tenant none of operator mode. Pages before sign-in are in no
 * session.
 */
function mayOpen({ pages }: Feature, session: Session): boolean {
  const paths = Object.keys(pages).map((pattern) => pattern.replaceAll(/\$\w*/g, 'any'))
  return paths.length === 0 || paths.some((path) => pageAccess(path, session.pages).kind === 'open')
}

/** One after the other: all at the same time would compete with what the user does. */
async function loadAll(session: Session | undefined): Promise<void> {
  const features = FEATURES.filter(
    (feature) => !feature.isGuide && (session === undefined || mayOpen(feature, session)),
  )
  const pages = features.flatMap((feature) => Object.values(feature.pages))
  const parts = features.flatMap((feature) => feature.parts ?? [])
  for (const load of [
    loadWholeLanguage,
    loadLayout,
    ...pages,
    ...Object.values(frameDialogs),
    ExplainDialog.load,
    loadSignInAgain,
    ...overlayLoaders,
    ...columnLoaders,
    ...parts,
  ]) {
    // Preloading only: what fails to load now is loaded again, or reported, when it is opened.
    await load().catch(() => undefined)
  }
  performance.mark(LOADED_AHEAD)
}
