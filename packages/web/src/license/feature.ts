import type { Feature } from '../shared/feature.ts'

export const license: Feature = {
  pages: { '/license': async () => (await import('./LicensePage.tsx')).LicensePage },
  parts: [() => import('./AgplDialog.tsx'), () => import('./ActivateDialog.tsx')],
}
