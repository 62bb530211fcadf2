/** What nodes do to format drives. The drives are simulated: nothing is written to a disk. */
import { randomUUID } from 'node:crypto'
import { isRecord, type Json, listAt, type Obj, recordAt, textAt } from '../objects.ts'
import type { Registry } from '../registry/registry.ts'
import {
  DIRECT_CSI_DRIVES,
  DIRECTPV_DRIVES,
  DIRECTPV_INIT_REQUESTS,
  DIRECTPV_NODES,
  type Generation,
} from '../resources.ts'
import { device, FAULTY_DEVICE, simulated } from '../seed.ts'

const NODE = 'directpv.min.io/node'

/** @returns a function that stops it */
export function reconcileDrives(registry: Registry, generation: Generation): () => void {
  const { store } = registry
  const stops: (() => void)[] = []
  const later = (work: (object: Obj) => void) => (change: { type: string; object: Obj }) => {
    if (change.type !== 'DELETED') queueMicrotask(() => work(change.object))
  }
  if (generation === 'current') {
    stops.push(store.subscribe(DIRECTPV_NODES, later(refresh)))
    stops.push(store.subscribe(DIRECTPV_INIT_REQUESTS, later(initialize)))
  }
  if (generation === '2021') stops.push(store.subscribe(DIRECT_CSI_DRIVES, later(formatDirectCsi)))
  return () => {
    for (const stop of stops) stop()
  }

  /** The node scans its devices, which haven't changed. */
  function refresh(node: Obj): void {
    if (recordAt(node, 'spec').refresh !== true) return
    const current = store.get(DIRECTPV_NODES, undefined, node.metadata.name)
    if (current) registry.set(DIRECTPV_NODES, { ...current, spec: { ...recordAt(current, 'spec'), refresh: false } })
  }

  function formatDirectCsi(drive: Obj): void {
    const requested = recordAt(drive, 'spec', 'requestedFormat')
    const status = recordAt(drive, 'status')
    const isWanted = recordAt(drive, 'spec').directCSIOwned === true && Object.keys(requested).length > 0
    const current = store.get(DIRECT_CSI_DRIVES, undefined, drive.metadata.name)
    if (!isWanted || current === undefined || status.driveStatus === 'Unavailable') return
    const { requestedFormat: _done, ...spec } = recordAt(current, 'spec')
    const conditions = listAt(status, 'conditions').map((each) =>
      textAt(each, 'type') === 'Owned' ? { ...recordAt(each), status: 'True' } : each,
    )
    const formatted = { ...status, driveStatus: 'Ready', filesystem: 'xfs', conditions }
    registry.set(DIRECT_CSI_DRIVES, { ...current, spec, status: formatted })
  }

  function initialize(request: Obj): void {
    const { name, labels } = request.metadata
    if (textAt(request, 'status', 'status') !== 'Pending') return
    const node = labels?.[NODE] ?? ''
    const results = listAt(request, 'spec', 'devices').map((requested) => initializeDevice(node, requested))
    const current = store.get(DIRECTPV_INIT_REQUESTS, undefined, name)
    const status = results.every(({ error }) => error === undefined) ? 'Processed' : 'Error'
    if (current) registry.set(DIRECTPV_INIT_REQUESTS, { ...current, status: { status, results } })
  }

  function initializeDevice(nodeName: string, requested: unknown): Json {
    const name = textAt(requested, 'name') ?? ''
    const node = store.get(DIRECTPV_NODES, undefined, nodeName)
    const devices = listAt(node, 'status', 'devices')
    const found = devices.find((each) => textAt(each, 'name') === name)
    const error = refusalOf(found, requested)
    if (error !== undefined || node === undefined || !isRecord(found))
      return { name, error: error ?? 'device not found' }
    const uuid = randomUUID()
    const size = Number(found.size)
    registry.create(DIRECTPV_DRIVES, undefined, {
      metadata: {
        name: uuid,
        labels: { [NODE]: nodeName, 'directpv.min.io/drive-name': name, 'directpv.min.io/access-tier': 'Default' },
        ...simulated,
      },
      spec: {},
      status: {
        totalCapacity: size,
        allocatedCapacity: 0,
        freeCapacity: size,
        fsuuid: uuid,
        status: 'Ready',
        make: String(found.make ?? ''),
        topology: { [NODE]: nodeName },
      },
    })
    const used = { deniedReason: 'Used by DirectPV', fsType: 'xfs', fsuuid: uuid, make: found.make }
    const next = device(nodeName, name, String(found.majorMinor), used)
    const status = {
      ...recordAt(node, 'status'),
      devices: devices.map((each) => (each === found ? next : each)),
    }
    registry.set(DIRECTPV_NODES, { ...node, status })
    return { name }
  }
}

function refusalOf(found: unknown, requested: unknown): string | undefined {
  if (found === undefined) return 'device not found'
  if (textAt(found, 'id') !== textAt(requested, 'id')) return 'device state changed'
  const denied = textAt(found, 'deniedReason')
  if (denied) return `device init not permitted; ${denied}`
  const name = textAt(found, 'name') ?? ''
  if (name === FAULTY_DEVICE) return `simulated fault: mkfs.xfs: cannot write to /dev/${name}`
  if (textAt(found, 'fsType') && !recordAt(requested).force)
    return `/dev/${name} contains a file system; use force to overwrite`
  return undefined
}
