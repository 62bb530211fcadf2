import { randomUUID } from 'node:crypto'
import type { ClusterDrive, FormatIssue } from '@cooperage/contract'
import {
  DIRECTPV_DRIVES,
  DIRECTPV_INIT_REQUESTS,
  DIRECTPV_NODES,
  type DirectPvDevice,
  type DirectPvDrive,
  type DirectPvInitRequest,
  type DirectPvNode,
  type KubeClient,
} from '@cooperage/kube-client'
import { unless } from '../shared/operator/cluster-errors.ts'
import { isSimulated } from '../shared/operator/simulated.ts'

interface WantedDrive {
  node: string
  drive: string
}

const NODE_LABEL = 'directpv.min.io/node'
const NAME_LABEL = 'directpv.min.io/drive-name'
const REQUEST_LABEL = 'directpv.min.io/request-id'
const VOLUME_FINALIZER = 'directpv.min.io.volume/'
/** Nodes that don't scan or format their devices within this time are considered broken. */
const REFRESH_MS = 15_000
const FORMAT_MS = 60_000

export async function listDirectPvDrives(kube: KubeClient): Promise<ClusterDrive[]> {
  const [drives, nodes] = await Promise.all([
    Array.fromAsync(kube.listAll(DIRECTPV_DRIVES)),
    Array.fromAsync(kube.listAll(DIRECTPV_NODES)),
  ])
  return describeDrives(drives, nodes)
}

/** Initialized drives, and the other devices of the nodes. */
export function describeDrives(drives: readonly DirectPvDrive[], nodes: readonly DirectPvNode[]): ClusterDrive[] {
  const initialized = drives.map((drive) => ({
    node: drive.metadata.labels?.[NODE_LABEL] ?? '',
    drive: `/dev/${drive.metadata.labels?.[NAME_LABEL] ?? ''}`,
    capacity: drive.status.totalCapacity ?? 0,
    allocated: drive.status.allocatedCapacity ?? 0,
    volumes: volumesOn(drive),
    status: drive.status.status ?? '',
    message: '',
    simulated: isSimulated(drive),
  }))
  const known = new Set(drives.map(({ status, metadata }) => status.fsuuid ?? metadata.name))
  const raw = nodes.flatMap((node) =>
    (node.status.devices ?? [])
      .filter(({ fsuuid }) => fsuuid === undefined || !known.has(fsuuid))
      .map((device) => ({
        node: node.metadata.name,
        drive: `/dev/${device.name}`,
        capacity: device.size,
        allocated: 0,
        volumes: 0,
        status: device.deniedReason ? 'Unavailable' : 'Available',
        message: device.deniedReason ?? '',
        simulated: isSimulated(node),
      })),
  )
  return [...initialized, ...raw]
}

function volumesOn({ metadata }: DirectPvDrive): number {
  return (metadata.finalizers ?? []).filter((finalizer) => finalizer.startsWith(VOLUME_FINALIZER)).length
}

/** Requests each node to format its devices, waits for the results, and removes the requests. */
export async function formatDirectPvDrives(
  kube: KubeClient,
  wanted: readonly WantedDrive[],
  force: boolean,
): Promise<FormatIssue[]> {
  const drives = await Array.fromAsync(kube.listAll(DIRECTPV_DRIVES))
  const issues: FormatIssue[] = []
  const unmanaged: WantedDrive[] = []
  for (const one of wanted) {
    const managed = drives.find(
      ({ metadata: { labels } }) => labels?.[NODE_LABEL] === one.node && `/dev/${labels?.[NAME_LABEL]}` === one.drive,
    )
    if (managed === undefined) unmanaged.push(one)
    else issues.push({ ...one, error: managedProblem(managed, force) })
  }
  const byNode = Map.groupBy(unmanaged, ({ node }) => node)
  const request = randomUUID()
  const results = await Promise.all(
    [...byNode].map(([node, ofNode]) => formatOnNode(kube, { node, wanted: ofNode, force, request })),
  )
  return [...issues, ...results.flat()]
}

export function managedProblem(drive: DirectPvDrive, force: boolean): string {
  if (volumesOn(drive) > 0) return 'Drive in use. Cannot be formatted'
  if (!force) return 'Drive already owned and managed. Use force to overwrite'
  return 'Drive already owned and managed. Remove it from DirectPV first, with kubectl directpv remove'
}

interface NodeRequest {
  node: string
  wanted: readonly WantedDrive[]
  force: boolean
  request: string
}

async function formatOnNode(kube: KubeClient, { node, wanted, force, request }: NodeRequest): Promise<FormatIssue[]> {
  const found = await refreshedDevices(kube, node)
  if (found === undefined) return wanted.map((one) => ({ ...one, error: 'The node didn’t report its devices' }))
  const issues: FormatIssue[] = []
  const devices: DirectPvDevice[] = []
  for (const one of wanted) {
    const device = found.find(({ name }) => `/dev/${name}` === one.drive)
    if (device === undefined) issues.push({ ...one, error: 'device not found' })
    else if (device.deniedReason) {
      issues.push({ ...one, error: `device init not permitted; ${device.deniedReason}` })
    } else devices.push(device)
  }
  if (devices.length === 0) return issues
  const name = randomUUID()
  await kube.create(DIRECTPV_INIT_REQUESTS, {
    metadata: {
      name,
      labels: {
        [NODE_LABEL]: node,
        [REQUEST_LABEL]: request,
        'directpv.min.io/version': 'v1beta1',
        'directpv.min.io/created-by': 'cooperage',
      },
    },
    spec: { devices: devices.map((device) => ({ id: device.id, name: device.name, force })) },
    status: { status: 'Pending', results: [] },
  })
  try {
    const { status } = await processed(kube, name)
    for (const device of devices) {
      const result = status.results.find((one) => one.name === device.name)
      const error = result === undefined ? 'The node didn’t format the drive in time' : (result.error ?? '')
      if (error !== '') issues.push({ node, drive: `/dev/${device.name}`, error })
    }
    return issues
  } finally {
    // Also when the browser has disconnected: a request that remains could be carried out much later.
    const cleaner = kube.withSignal(AbortSignal.timeout(9_000))
    await unless(['NotFound'], cleaner.remove(DIRECTPV_INIT_REQUESTS, { name }))
  }
}

/** Requests another scan of a node's devices; undefined if it doesn't respond or doesn't exist. */
async function refreshedDevices(kube: KubeClient, node: string): Promise<DirectPvDevice[] | undefined> {
  const known = await unless(['NotFound'], kube.patch(DIRECTPV_NODES, { name: node }, { spec: { refresh: true } }))
  if (known === undefined) return undefined
  const seen = await until(
    () => kube.get(DIRECTPV_NODES, { name: node }),
    ({ spec }) => spec?.refresh !== true,
    REFRESH_MS,
  )
  return seen.spec?.refresh === true ? undefined : (seen.status.devices ?? [])
}

function processed(kube: KubeClient, name: string): Promise<DirectPvInitRequest> {
  return until(
    () => kube.get(DIRECTPV_INIT_REQUESTS, { name }),
    ({ status }) => status.status !== 'Pending',
    FORMAT_MS,
  )
}

/** Polls until the value is done, for at most `ms`. Returns the last value. */
async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean, ms: number): Promise<T> {
  const end = Date.now() + ms
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 1_000)) {
    const value = await read()
    if (isDone(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
