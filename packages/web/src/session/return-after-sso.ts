import { keptName } from '../navigation/base-path.ts'
import { homePath } from '../navigation/paths/pages.ts'

/** In the session storage of this tab, because the sign-in at a provider loads other documents in between. */
const KEY = 'cooperage-return'

/** Stores the page to open after the sign-in at a provider. */
export function rememberReturn(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(keptName(KEY))
  else sessionStorage.setItem(keptName(KEY), path)
}

/** The remembered page, once; the start page without one. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(keptName(KEY))
  sessionStorage.removeItem(keptName(KEY))
  // Two slashes would begin the name of another site.
  return path !== null && /^\/(?![/\\])/.test(path) ? path : homePath()
}
