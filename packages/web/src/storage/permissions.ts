import { clusterPermissionError } from '@cooperage/contract'
import { createUseDenied } from '../session/index.ts'

/** Rights in the cluster that formatting drives needs, by what manages them. */
const PERMISSIONS = {
  directpv: 'create directpvinitrequests.directpv.min.io',
  'direct-csi': 'update directcsidrives.direct.csi.min.io',
} as const

export const useDenied = createUseDenied(PERMISSIONS, clusterPermissionError)
