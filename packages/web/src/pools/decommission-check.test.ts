import type { DecommissionState, Pool } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { checkDecommission, decommissionProgress, obstacleOf } from './decommission-check.ts'

const pool = (id: number, freeBytes: number, state: DecommissionState = 'none'): Pool => ({
  id,
  cmdline: `/data${id}/{1...4}`,
  totalBytes: 100,
  freeBytes,
  decommission: { state, startedAt: '', startBytes: 0, moved: 0, movedBytes: 0, failed: 0, failedBytes: 0 },
})
const full = pool(0, 20)
const IDLE = { state: 'none' } as const

test('a pool can be decommissioned if the others can take its data', () => {
  const check = checkDecommission(full, [full, pool(1, 50), pool(2, 30)], IDLE)
  expect(check).toEqual({
    met: { other: true, decommission: true, rebalance: true, space: true },
    usedBytes: 80,
    freeBytes: 80,
  })
  expect(obstacleOf(check)).toBeUndefined()
})

test('the only pool that gets objects stays', () => {
  expect(obstacleOf(checkDecommission(full, [full], IDLE))).toBe('other')
  for (const state of ['complete', 'failed', 'canceled'] as const) {
    expect(obstacleOf(checkDecommission(full, [full, pool(1, 90, state)], IDLE))).toBe('other')
  }
})

test('waits for a decommission and a rebalance', () => {
  const others = [pool(1, 90), pool(2, 90, 'running')]
  expect(obstacleOf(checkDecommission(full, [full, ...others], IDLE))).toBe('decommission')
  const pools = [full, pool(1, 90)]
  expect(obstacleOf(checkDecommission(full, pools, { state: 'running' }))).toBe('rebalance')
  expect(obstacleOf(checkDecommission(full, pools, { state: 'stopped' }))).toBeUndefined()
})

test('an unknown rebalance is left to the server, and missing space to the administrator', () => {
  const check = checkDecommission(full, [full, pool(1, 79)], undefined)
  expect(check.met).toMatchObject({ rebalance: undefined, space: false })
  expect(obstacleOf(check)).toBeUndefined()
})

test('a decommissioned pool is no place for the data of another', () => {
  const check = checkDecommission(full, [full, pool(1, 30), pool(2, 90, 'failed')], IDLE)
  expect(check).toMatchObject({ met: { space: false }, freeBytes: 30 })
})

test('the time left follows from what was moved so far', () => {
  const running = (change: Partial<Pool['decommission']>): Pool => {
    const decommission = { ...full.decommission, startedAt: '2026-01-01T00:00:00Z', startBytes: 80, ...change }
    return { ...full, decommission }
  }
  const now = Date.parse('2026-01-01T00:01:00Z')
  expect(decommissionProgress(running({ movedBytes: 10, failedBytes: 10 }), now)).toEqual({
    share: 0.25,
    leftSeconds: 180,
  })
  expect(decommissionProgress(running({}), now)).toEqual({ share: 0, leftSeconds: null })
  expect(decommissionProgress(running({ movedBytes: 500 }), now)).toEqual({ share: 1, leftSeconds: 0 })
  expect(decommissionProgress(running({ movedBytes: 10, startedAt: '' }), now).leftSeconds).toBeNull()
})
