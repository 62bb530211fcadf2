import { expect, test } from 'vitest'
import { byAttention, drivesOf, type ServerRow, STATES } from './server-state.ts'

const row = (title: string, state: ServerRow['state']): ServerRow => ({
  name: title.toLowerCase(),
  title,
  color: 'gray',
  isHere: false,
  state,
  problem: '',
  loadedAt: '',
})

test('servers that need attention come first, the others by title', () => {
  const rows = [
    row('C', 'online'),
    row('B', 'signedOut'),
    row('A', 'online'),
    row('E', 'degraded'),
    row('D', 'unreachable'),
  ]
  const sorted = byAttention(rows, (a, b) => a.localeCompare(b))
  expect(sorted.map(({ title }) => title)).toEqual(['D', 'E', 'A', 'C', 'B'])
  expect(new Set(STATES).size).toBe(STATES.length)
})

test('drives count over all servers', () => {
  const drive = (state: string) => ({ path: '/d', state, isHealing: false, totalBytes: 1, usedBytes: 0, freeBytes: 1 })
  const server = (...states: string[]) => ({
    endpoint: 'a:9000',
    state: 'online',
    version: '1',
    uptimeSeconds: 1,
    drives: states.map(drive),
  })
  expect(drivesOf({ servers: [server('ok', 'offline'), server('ok')] })).toEqual({ number: 3, online: 2 })
})
