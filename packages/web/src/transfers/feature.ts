import type { Feature } from '../shared/feature.ts'

/** Uploads, which are shown on every page. */
export const transfers: Feature = {
  pages: {},
  parts: [() => import('./UploadList.tsx')],
}
