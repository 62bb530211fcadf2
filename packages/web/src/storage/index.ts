import { clusterPermissionError } from '@cooperage/contract'
import { IconServer2 } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Rights in the cluster that formatting drives needs, by what manages them. */
const PERMISSIONS = {
  directpv: 'create directpvinitrequests.directpv.min.io',
  'direct-csi': 'update directcsidrives.direct.csi.min.io',
} as const

export const useDenied = createUseDenied(PERMISSIONS, clusterPermissionError)

export const FormatDialog = lazyPart(async () => (await import('./FormatDialog.tsx')).FormatDialog)
export const IssuesDialog = lazyPart(async () => (await import('./IssuesDialog.tsx')).IssuesDialog)

const loadStorage = async () => (await import('./StoragePage.tsx')).StoragePage

export const feature: Feature = {
  pages: { '/storage': loadStorage, '/storage/$tab': loadStorage },
  menu: {
    label: 'storage',
    group: 'operator',
    position: 20,
    page: '/storage',
    icon: IconServer2,
  },
}
