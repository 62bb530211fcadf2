import { expect, test } from 'vitest'
import { describeDrive, formatProblem } from './direct-csi.ts'
import { describeDrives, managedProblem } from './directpv.ts'

const NODE = 'directpv.min.io/node'
const NAME = 'directpv.min.io/drive-name'

test('DirectPV: initialized drives, then the other devices of the nodes', () => {
  const drive = {
    metadata: {
      name: 'uuid-1',
      labels: { [NODE]: 'node-1', [NAME]: 'sdb' },
      finalizers: ['directpv.min.io/data-protection', 'directpv.min.io.volume/pvc-1', 'directpv.min.io.volume/pvc-2'],
    },
    status: { status: 'Ready', totalCapacity: 100, allocatedCapacity: 40, fsuuid: 'uuid-1' },
  }
  const devices = [
    { id: '1', name: 'sdb', majorMinor: '8:16', size: 100, fsuuid: 'uuid-1', deniedReason: 'Used by DirectPV' },
    { id: '2', name: 'sdc', majorMinor: '8:32', size: 200 },
    { id: '3', name: 'sda', majorMinor: '8:0', size: 10, deniedReason: 'Mounted' },
  ]
  expect(describeDrives([drive], [{ metadata: { name: 'node-1' }, status: { devices } }])).toEqual([
    {
      node: 'node-1',
      drive: '/dev/sdb',
      capacity: 100,
      allocated: 40,
      volumes: 2,
      status: 'Ready',
      message: '',
      simulated: false,
    },
    {
      node: 'node-1',
      drive: '/dev/sdc',
      capacity: 200,
      allocated: 0,
      volumes: 0,
      status: 'Available',
      message: '',
      simulated: false,
    },
    {
      node: 'node-1',
      drive: '/dev/sda',
      capacity: 10,
      allocated: 0,
      volumes: 0,
      status: 'Unavailable',
      message: 'Mounted',
      simulated: false,
    },
  ])
  expect(managedProblem(drive, true)).toBe('Drive in use. Cannot be formatted')
  const unused = { ...drive, metadata: { name: 'uuid-1' } }
  expect(managedProblem(unused, false)).toBe('Drive already owned and managed. Use force to overwrite')
  expect(managedProblem(unused, true)).toContain('Remove it from DirectPV first')
})

const csi = (status: object) => ({
  metadata: { name: 'id' },
  spec: { directCSIOwned: false },
  status: { path: '/dev/sdb', nodeName: 'node-1', driveStatus: 'Available', ...status },
})

test('direct-csi: names of partitions, and a mark for drives with a problem', () => {
  const conditions = [{ type: 'Owned', status: 'False' as const, message: 'not formatted\ndetails' }]
  const drive = csi({ path: '/var/lib/direct-csi/devices/sda-part-1', conditions, totalCapacity: 5 })
  expect(describeDrive(drive, 1)).toEqual({
    node: 'node-1',
    drive: '/dev/sda1',
    capacity: 5,
    allocated: 0,
    volumes: 1,
    status: 'Available*',
    message: 'not formatted',
    simulated: false,
  })
})

test.each([
  [{ driveStatus: 'Unavailable' }, true, 'Status is unavailable'],
  [{ driveStatus: 'InUse' }, true, 'Drive in use. Cannot be formatted'],
  [{ driveStatus: 'Ready' }, false, 'Drive already owned and managed. Use force to overwrite'],
  [{ filesystem: 'ext4' }, false, 'Drive already has a fs. Use force to overwrite'],
  [{ filesystem: 'ext4' }, true, ''],
  [{}, false, ''],
])('direct-csi: formatting %o with force %s: %s', (status, force, problem) => {
  expect(formatProblem(csi(status), force)).toBe(problem)
})
