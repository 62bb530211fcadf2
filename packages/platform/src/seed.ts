/** What a new platform starts with: an administrator, and a small simulated cluster of nodes, storage classes and drives. */
import { createHash } from 'node:crypto'
import type { Json } from './objects.ts'
import type { Registry } from './registry/registry.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  DIRECT_CSI_DRIVES,
  DIRECTPV_DRIVES,
  DIRECTPV_NODES,
  type Generation,
  NAMESPACES,
  NODES,
  type ResourceType,
  SERVICE_ACCOUNTS,
  STORAGE_CLASSES,
} from './resources.ts'
import { amountOf } from './schema/schema.ts'

/** Marks objects that are only recorded: every node, drive, storage class and claim, and the pods that aren't processes. */
export const SIMULATED = 'platform.cooperage/simulated'
export const simulated = { annotations: { [SIMULATED]: 'true' } }

export const ADMIN = { type: SERVICE_ACCOUNTS, namespace: 'cooperage', name: 'admin' }

export const NODE_NAMES = ['node-1', 'node-2', 'node-3', 'node-4', 'node-5', 'node-6', 'node-7', 'node-8']
const NODE_MEMORY = '32Gi'

/** Adds what is missing, at the start only: what a user deletes isn't restored before the next start. */
export function seed(registry: Registry, generation: Generation): void {
  const add = (type: ResourceType, body: Sample['body'], status?: Json) => {
    const { name, namespace } = body.metadata
    if (registry.store.get(type, namespace, name) !== undefined) return
    const { object } = registry.create(type, namespace, body)
    if (status !== undefined) registry.set(type, { ...object, status })
  }

  for (const name of ['default', 'kube-system', ADMIN.namespace]) add(NAMESPACES, { metadata: { name } })
  const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
  add(CLUSTER_ROLES, { metadata: { name: 'cluster-admin' }, rules: [everything] })
  add(ADMIN.type, { metadata: { name: ADMIN.name, namespace: ADMIN.namespace } })
  const { name, namespace } = ADMIN
  add(CLUSTER_ROLE_BINDINGS, {
    metadata: { name: 'cooperage-admin' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  })

  for (const { type, body, status } of sampleCluster(generation)) add(type, body, status)
}

/** An object as a client would create it, and the status that nodes and drivers would write. */
export interface Sample {
  type: ResourceType
  body: Json & { metadata: { name: string; namespace?: string; [field: string]: unknown } }
  status?: Json
}

/** Nodes, storage classes and drives, all of them simulated. */
export function sampleCluster(generation: Generation): Sample[] {
  const samples: Sample[] = []
  const add = (type: ResourceType, body: Sample['body'], status?: Json) => {
    samples.push({ type, body, ...(status !== undefined && { status }) })
  }

  for (const node of NODE_NAMES) {
    const labels = { 'kubernetes.io/hostname': node, 'topology.kubernetes.io/zone': `zone-${node.slice(-1)}` }
    const resources = { cpu: '8', memory: NODE_MEMORY, pods: '110' }
    add(
      NODES,
      { metadata: { name: node, labels, ...simulated } },
      {
        capacity: resources,
        allocatable: resources,
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        conditions: [{ type: 'Ready', status: 'True', reason: 'Simulated', message: 'This node is simulated.' }],
      },
    )
  }
  for (const storageClass of ['standard', 'directpv-min-io']) {
    add(STORAGE_CLASSES, {
      metadata: { name: storageClass, ...simulated },
      provisioner: 'platform.cooperage/simulated',
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
  }
  const withDrives = NODE_NAMES.slice(0, 4)
  if (generation === 'current') for (const node of withDrives) addDirectPvNode(node)
  if (generation === '2021') for (const node of withDrives) addDirectCsiDrives(node)
  return samples

  function addDirectPvNode(node: string): void {
    const uuid = stableUuid(`${node}/vdb`)
    const size = amountOf('512Gi')
    add(DIRECTPV_DRIVES, {
      metadata: {
        name: uuid,
        labels: {
          'directpv.min.io/node': node,
          'directpv.min.io/drive-name': 'vdb',
          'directpv.min.io/access-tier': 'Default',
        },
        ...simulated,
      },
      spec: {},
      status: {
        totalCapacity: size,
        allocatedCapacity: 0,
        freeCapacity: size,
        fsuuid: uuid,
        status: 'Ready',
        make: 'Simulated',
        topology: { 'directpv.min.io/node': node },
      },
    })
    const devices = [
      device(node, 'vda', '252:0', { deniedReason: 'Mounted', fsType: 'ext4' }),
      device(node, 'vdb', '252:16', { deniedReason: 'Used by DirectPV', fsType: 'xfs', fsuuid: uuid }),
      device(node, 'vdc', '252:32'),
      device(node, 'vdd', '252:48', { fsType: 'ext4' }),
      // Lets users try a format that fails.
      device(node, FAULTY_DEVICE, '252:64', { make: 'Simulated, faulty' }),
    ]
    add(DIRECTPV_NODES, {
      metadata: { name: node, labels: { 'directpv.min.io/node': node }, ...simulated },
      spec: { refresh: false },
      status: { devices },
    })
  }

  function addDirectCsiDrives(node: string): void {
    for (const [name, driveStatus] of Object.entries({ vdb: 'Ready', vdc: 'Available', vda: 'Unavailable' })) {
      const size = amountOf('512Gi')
      add(DIRECT_CSI_DRIVES, {
        metadata: { name: stableUuid(`${node}/${name}`), ...simulated },
        spec: { directCSIOwned: driveStatus === 'Ready' },
        status: {
          path: `/dev/${name}`,
          nodeName: node,
          driveStatus,
          totalCapacity: size,
          allocatedCapacity: 0,
          freeCapacity: size,
          ...(driveStatus !== 'Available' && { filesystem: 'xfs' }),
          conditions: [
            csiCondition('Owned', driveStatus === 'Ready' ? 'True' : 'False', 'Simulated'),
            csiCondition('Initialized', 'True', 'Initialized'),
          ],
        },
      })
    }
  }
}

function csiCondition(type: string, status: string, reason: string): Json {
  return { type, status, reason, message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }
}

export const FAULTY_DEVICE = 'vde'

/** The identity of a device changes with its state, so that an outdated request to format it is refused. */
export function device(node: string, name: string, majorMinor: string, state: Json = {}): Json {
  const { make = 'Simulated', ...rest } = state
  const size = amountOf('512Gi')
  const hash = createHash('sha256')
    .update(JSON.stringify([node, name, rest]))
    .digest('base64')
  return { id: `${majorMinor}$${hash}`, name, majorMinor, size, make, ...rest }
}

/** The same at each start, so that a restart doesn't add objects again. */
function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
