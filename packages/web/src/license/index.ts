import { IconLicense } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const ActivateDialog = lazyPart(async () => (await import('./ActivateDialog.tsx')).ActivateDialog)

export const AgplDialog = lazyPart(async () => (await import('./AgplDialog.tsx')).AgplDialog)

export const feature: Feature = {
  pages: { '/license': async () => (await import('./LicensePage.tsx')).LicensePage },
  menu: { label: 'license', group: 'end', position: 10, page: '/license', icon: IconLicense },
}
