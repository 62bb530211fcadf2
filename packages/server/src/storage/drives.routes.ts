import { AppError, type ClusterDrive, formatDrives, listDrives } from '@cooperage/contract'
import type { KubeClient } from '@cooperage/kube-client'
import { compareNumbered } from '@cooperage/wire'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { formatDirectCsiDrives, listDirectCsiDrives } from './direct-csi.ts'
import { formatDirectPvDrives, listDirectPvDrives } from './directpv.ts'

export function driveRoutes({ routes }: OperatorRegistry): void {
  routes.withSession(listDrives, async ({ kube }) => {
    const manager = await managerOf(kube)
    const drives =
      manager.kind === 'directpv' ? await listDirectPvDrives(kube) : await listDirectCsiDrives(kube, manager.version)
    return { manager: manager.kind, drives: drives.sort(byDrive) }
  })

  routes.withSession(
    formatDrives,
    async ({ body: { drives, force }, kube }) => {
      const manager = await managerOf(kube)
      const wanted = drives.map((text) => {
        const split = text.indexOf(':')
        return { node: text.slice(0, split), drive: text.slice(split + 1) }
      })
      const formatIssuesList =
        manager.kind === 'directpv'
          ? await formatDirectPvDrives(kube, wanted, force)
          : await formatDirectCsiDrives(kube, manager.version, wanted, force)
      return { formatIssuesList }
    },
    { isLong: true },
  )
}

/** @throws AppError DrivesNotManaged */
async function managerOf(kube: KubeClient) {
  const { drives } = await kube.capabilities()
  if (drives.kind === 'none') throw new AppError('DrivesNotManaged')
  return drives
}

function byDrive(a: ClusterDrive, b: ClusterDrive): number {
  return compareNumbered(a.drive, b.drive) || compareNumbered(a.node, b.node)
}
