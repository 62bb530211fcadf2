import type { SiteCheck } from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import { findingsOf, isSiteEndpoint, notListedBy, obstacleOf } from './site-checks.ts'

const site = (deploymentId: string, other: Partial<SiteCheck> = {}): SiteCheck => ({
  name: `site ${deploymentId}`,
  failure: '',
  text: undefined,
  areKeysRefused: false,
  deploymentId,
  version: 'v1',
  buckets: 0,
  group: [],
  clockAheadSeconds: 0,
  identity: 'same',
  ...other,
})
const silent = (name: string, areKeysRefused = false) =>
  site('', { name, failure: 'No response', areKeysRefused, version: '', identity: '', clockAheadSeconds: null })
const NOBODY = new Set<string>()

/** What isn't met: `true` of a list is left out. */
function unmet(items: SiteCheck[], { here = 'A', members = NOBODY } = {}) {
  return Object.fromEntries(
    findingsOf(here, items, members).flatMap(({ condition, met, sites }) =>
      met === true ? [] : [[condition, met === false ? sites : 'unknown']],
    ),
  )
}

describe('sites', () => {
  test('meet everything: the own one with buckets, the others empty', () => {
    expect(unmet([site('A', { buckets: 9 }), site('B'), site('C')])).toEqual({})
  })

  test('have to include the own one', () => {
    expect(unmet([site('B'), site('C')])).toEqual({ here: [] })
    expect(unmet([site('B'), silent('maybe A')])).toMatchObject({ here: 'unknown' })
    expect(unmet([site('A'), site('B')], { here: '' })).toEqual({ here: 'unknown', empty: 'unknown' })
  })

  test('are different servers, of no other group', () => {
    expect(unmet([site('A'), site('B'), site('B')])).toEqual({ distinct: ['site B'] })
    expect(unmet([site('A'), site('B', { group: ['B', 'Z'] })])).toEqual({ free: ['site B'] })
    // The same group, of which this server has been removed.
    expect(unmet([site('A', { group: ['A', 'B'] }), site('B', { group: ['A', 'B'] })])).toHaveProperty('free')
  })

  test('that replicate already may have buckets, and be in their group', () => {
    const group = { group: ['A', 'B'], buckets: 4 }
    const members = new Set(['A', 'B'])
    expect(unmet([site('A', group), site('B', group), site('C')], { members })).toEqual({})
    expect(unmet([site('A', group), site('B', group), site('C', { buckets: 1 })], { members })).toEqual({
      empty: ['site C'],
    })
  })

  test('that replicate already list each other', () => {
    const members = new Set(['A', 'B', 'C'])
    const all = { group: ['A', 'B', 'C'] }
    const lonely = site('B', { group: ['B', 'C'] })
    expect(unmet([site('A', all), site('B', all), site('C', all)], { members })).toEqual({})
    expect(unmet([site('A', all), lonely, site('C', all), site('D')], { members })).toEqual({ mutual: ['site B'] })
    expect(notListedBy(lonely, members)).toEqual(['A'])
    expect(notListedBy(site('D'), members)).toEqual([])
    expect(unmet([site('A'), site('B')])).not.toHaveProperty('mutual')
  })

  test('are empty but the own one', () => {
    expect(unmet([site('A'), site('B', { buckets: 1 })])).toEqual({ empty: ['site B'] })
    expect(unmet([site('A', { buckets: 1 }), site('B', { buckets: 1 })], { here: '' })).toMatchObject({
      empty: ['site A', 'site B'],
    })
  })

  test('have the same identity providers and versions, and clocks that are close', () => {
    const other = site('B', { identity: 'other', version: 'v2', clockAheadSeconds: -6 })
    expect(unmet([site('A', { clockAheadSeconds: 5 }), other])).toEqual({
      identity: ['site B'],
      versions: ['site B'],
      clocks: ['site B'],
    })
    expect(unmet([site('A'), site('B', { clockAheadSeconds: null })])).toEqual({ clocks: 'unknown' })
  })

  test('without an answer leave open what they have, but not what others lack', () => {
    const items = [site('A'), silent('quiet'), site('C', { buckets: 2 })]
    expect(unmet(items)).toMatchObject({ keys: 'unknown', empty: ['site C'], identity: 'unknown', clocks: 'unknown' })
    expect(unmet([site('A'), silent('locked', true)])).toMatchObject({ keys: ['locked'] })
  })
})

test('what the server refuses is an obstacle, what it only suffers from isn’t', () => {
  const obstacle = (...items: SiteCheck[]) => obstacleOf(findingsOf('A', items, NOBODY))
  expect(obstacle(site('A'), silent('quiet'))).toBeUndefined()
  expect(obstacle(site('A'), site('B', { version: 'v2', clockAheadSeconds: 99 }))).toBeUndefined()
  expect(obstacle(site('A'), site('B', { buckets: 1 }))).toBe('empty')
  expect(obstacle(site('A'), site('B', { buckets: 1 }), silent('locked', true))).toBe('keys')
})

test.each([
  ['https://minio.example.net', true],
  [' http://10.0.0.1:9000 ', true],
  ['http://host:9000/', true],
  ['host:9000', false],
  ['ftp://host', false],
  ['http://user:pass@host', false],
  ['http://host/path', false],
  ['http://host?x', false],
  ['http://', false],
  ['http://ho st', false],
])('%j as an endpoint: %s', (text, expected) => {
  expect(isSiteEndpoint(text)).toBe(expected)
})
