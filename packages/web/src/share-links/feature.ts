import type { Feature } from '../shared/feature.ts'

/** Links that outlive the session: part of the account page and of the object browser. */
export const shareLinks: Feature = {
  pages: {},
  parts: [() => import('./loaded-dialogs.ts'), () => import('./ShareLinkList.tsx')],
}
