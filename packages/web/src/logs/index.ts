import { IconFileText } from '@tabler/icons-react'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

export const EntryDetails = lazyPart(async () => (await import('./EntryDetails.tsx')).EntryDetails)
export const RecordDetails = lazyPart(async () => (await import('./RecordDetails.tsx')).RecordDetails)
export const SetUpDialog = lazyPart(async () => (await import('./SetUpDialog.tsx')).SetUpDialog)

export const feature: Feature = {
  pages: { '/logs': async () => (await import('./LogsPage.tsx')).LogsPage },
  menu: { label: 'logs', group: 'tools', position: 10, page: '/logs', icon: IconFileText },
}
