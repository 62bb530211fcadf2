import { expect, test } from 'vitest'
import { usableSpace } from './usable-space.ts'

const drive = (totalBytes: number, pool = 0) => ({
  endpoint: '',
  path: '/data',
  state: totalBytes === 0 ? 'offline' : 'ok',
  isHealing: false,
  totalBytes,
  usedBytes: totalBytes / 2,
  freeBytes: totalBytes / 2,
  pool,
  set: 0,
})
const servers = (...drives: ReturnType<typeof drive>[]) => [
  { endpoint: 'a:9000', state: 'online', version: '', uptimeSeconds: 1, drives },
]

test('subtracts the share of parity, pool by pool', () => {
  const drives = [drive(100), drive(100), drive(100), drive(100), drive(80, 1), drive(80, 1)]
  expect(usableSpace({ servers: servers(...drives), parity: 1, drivesPerSet: [4, 2] })).toEqual({
    totalBytes: 300 + 80,
    freeBytes: 190,
  })
})

test('counts all of a single drive, and none of a drive without a size', () => {
  expect(usableSpace({ servers: servers(drive(100)), parity: 0, drivesPerSet: [1] }).totalBytes).toBe(100)
  expect(usableSpace({ servers: servers(drive(100), drive(0)), parity: 1, drivesPerSet: [2] }).totalBytes).toBe(50)
})

test('counts all of a drive whose erasure set the server does not describe', () => {
  expect(usableSpace({ servers: servers(drive(100)), parity: 2, drivesPerSet: [] }).totalBytes).toBe(100)
})
