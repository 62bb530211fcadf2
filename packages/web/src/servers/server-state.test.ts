import { expect, test } from 'vitest'
import { byAttention, drivesOf, notListedBy, otherSites, type ServerRow, STATES } from './server-state.ts'

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

test('a site that doesn’t list one that lists it is named', () => {
  const sites = (here: string, ...others: string[]) =>
    [here, ...others].map((id) => ({ name: `site ${id}`, deploymentId: id, isHere: id === here }))
  const rows = [
    { ...row('A', 'online'), sites: sites('x', 'y', 'z') },
    { ...row('B', 'online'), sites: sites('y', 'z') },
    { ...row('C', 'online'), sites: sites('z', 'x', 'y') },
    row('D', 'online'),
  ]
  expect(rows.map((one) => notListedBy(one, rows))).toEqual([['B'], [], [], []])
})

test('sites that replicate with each other stay together, and know how the list calls the others', () => {
  const sites = (here: string) =>
    ['x', 'y', 'z'].map((id) => ({ name: `site ${id}`, deploymentId: id, isHere: id === here }))
  const rows = [
    { ...row('A', 'online'), sites: sites('x') },
    row('B', 'online'),
    { ...row('C', 'attention'), sites: sites('y').toReversed() },
    row('D', 'degraded'),
  ]
  expect(byAttention(rows, (a, b) => a.localeCompare(b)).map(({ title }) => title)).toEqual(['D', 'C', 'A', 'B'])
  expect(rows.map((one) => otherSites(one, rows))).toEqual([['C', 'site z'], [], ['site z', 'A'], []])
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
