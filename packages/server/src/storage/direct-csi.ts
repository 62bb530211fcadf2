import type { ClusterDrive, FormatIssue } from '@cooperage/contract'
import {
  type DirectCsiDrive,
  directCsiDrives,
  directCsiVolumes,
  type KubeClient,
  KubeError,
} from '@cooperage/kube-client'
import { isSimulated } from '../shared/operator/simulated.ts'

interface WantedDrive {
  node: string
  drive: string
}

export async function listDirectCsiDrives(kube: KubeClient, version: string): Promise<ClusterDrive[]> {
  const [drives, volumes] = await Promise.all([
    Array.fromAsync(kube.listAll(directCsiDrives(version))),
    Array.fromAsync(kube.listAll(directCsiVolumes(version))),
  ])
  return drives.map((drive) =>
    describeDrive(drive, volumes.filter(({ status }) => status.drive === drive.metadata.name).length),
  )
}

export function describeDrive(drive: DirectCsiDrive, volumes: number): ClusterDrive {
  const { status } = drive
  const problem = status.conditions?.find(
    (condition) => ['Initialized', 'Owned'].includes(condition.type) && condition.status !== 'True',
  )
  return {
    node: status.nodeName,
    drive: deviceName(status.path),
    capacity: status.totalCapacity ?? 0,
    allocated: status.allocatedCapacity ?? 0,
    volumes,
    status: `${status.driveStatus}${problem === undefined ? '' : '*'}`,
    message: problem?.message?.split('\n', 1)[0] ?? '',
    simulated: isSimulated(drive),
  }
}

/** `/dev/sda1` for `/var/lib/direct-csi/devices/sda-part-1`. */
function deviceName(path: string): string {
  return `/dev/${path.replace('/var/lib/direct-csi/devices/', '').replace('/dev/', '').replace('-part-', '')}`
}

/** Requests the format. The nodes format the drives later; the list then shows the result. */
export async function formatDirectCsiDrives(
  kube: KubeClient,
  version: string,
  wanted: readonly WantedDrive[],
  force: boolean,
): Promise<FormatIssue[]> {
  const drives = await Array.fromAsync(kube.listAll(directCsiDrives(version)))
  const issues: FormatIssue[] = []
  for (const { node, drive } of wanted) {
    const found = drives.find(({ status }) => status.nodeName === node && deviceName(status.path) === drive)
    const problem = found === undefined ? 'Drive not found' : formatProblem(found, force)
    const error = problem !== '' || found === undefined ? problem : await requestFormat(kube, version, found, force)
    if (error !== '') issues.push({ node, drive, error })
  }
  return issues
}

export function formatProblem({ status }: DirectCsiDrive, force: boolean): string {
  if (status.driveStatus === 'Unavailable') return 'Status is unavailable'
  if (status.driveStatus === 'InUse') return 'Drive in use. Cannot be formatted'
  if (!force && status.driveStatus === 'Ready') return 'Drive already owned and managed. Use force to overwrite'
  if (!force && status.filesystem) return 'Drive already has a fs. Use force to overwrite'
  return ''
}

/** Why the request was refused, or ''. */
async function requestFormat(
  kube: KubeClient,
  version: string,
  drive: DirectCsiDrive,
  force: boolean,
): Promise<string> {
  const requestedFormat = { filesystem: 'xfs', force }
  try {
    await kube.replace(directCsiDrives(version), {
      ...drive,
      spec: { ...drive.spec, directCSIOwned: true, requestedFormat },
    })
    return ''
  } catch (error) {
    if (!(error instanceof KubeError) || error.code === 'Unauthorized') throw error
    return error.message
  }
}
