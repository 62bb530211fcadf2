/** Transitions between locks: what is allowed, for whom, and the resulting lock. */
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import {
  BYPASS,
  HOLD,
  inDays,
  iso,
  lockedBucket,
  lockedVersion,
  lockOf,
  MODE,
  remove,
  removeAll,
  setHold,
  setRetention,
  UNTIL,
} from './locks.ts'

/** A lock in short form: a mode and its days, or none. */
type Lock = 'none' | `${'G' | 'C'}${number}`

const modeOf = (lock: Lock) => (lock.startsWith('G') ? 'GOVERNANCE' : 'COMPLIANCE')
const daysOf = (lock: Lock) => Number(lock.slice(1))

function headersOf(lock: Lock): Record<string, string> {
  return lock === 'none' ? {} : { [MODE]: modeOf(lock), [UNTIL]: iso(inDays(daysOf(lock))) }
}

async function lockNow(bucket: string, versionId: string): Promise<string> {
  const { [MODE]: mode, [UNTIL]: until, [HOLD]: hold } = await lockOf(bucket, 'k', versionId)
  const days = Math.round((Date.parse(until ?? '') - Date.now()) / 86_400_000)
  const retention = mode === undefined ? 'none' : `${mode.charAt(0)}${days}`
  return hold === 'ON' ? `${retention}, held` : retention
}

const set = (bucket: string, lock: Lock, headers = {}) =>
  setRetention(bucket, 'k', lock === 'none' ? undefined : { mode: modeOf(lock), until: inDays(daysOf(lock)) }, {
    headers,
  })

describe('retention', () => {
  test.each<[from: Lock, to: Lock, plainly: boolean, withBypass: boolean]>([
    ['none', 'none', true, true],
    ['none', 'G3', true, true],
    ['none', 'C3', true, true],
    ['G3', 'G5', true, true],
    ['G3', 'G2', false, true],
    ['G3', 'C2', false, true],
    ['G3', 'C3', false, true],
    ['G3', 'C5', false, true],
    ['G3', 'none', false, true],
    ['C3', 'C5', true, true],
    ['C3', 'C2', false, false],
    ['C3', 'G2', false, false],
    ['C3', 'G5', false, false],
    ['C3', 'none', false, false],
  ])('changes from %s to %s: without bypass %s, with bypass %s', async (from, to, plainly, withBypass) => {
    const bucket = await lockedBucket()
    for (const [isAllowed, headers] of [
      [plainly, {}],
      [withBypass, BYPASS],
    ] as const) {
      const versionId = await lockedVersion(bucket, 'k', headersOf(from))
      expect((await set(bucket, to, headers)).outcome).toBe(isAllowed ? '200' : '400 InvalidRequest')
      expect(await lockNow(bucket, versionId)).toBe(isAllowed ? to : from)
    }
  })

  test.each<[string, Lock[], string]>([
    ['is extended day by day', ['G1', 'G2', 'G3', 'G4'], 'G4'],
    ['becomes compliance with the bypass, and not back', ['G2', 'C1', 'G5', 'none'], 'C1'],
    ['is removed and set again', ['G5', 'none', 'G1', 'none', 'C1'], 'C1'],
    ['in compliance mode is only extended', ['C1', 'C3', 'C2', 'none', 'C4', 'G9'], 'C4'],
    ['in governance mode is shortened', ['G9', 'G5', 'G1'], 'G1'],
  ])('%s', async (_, steps, end) => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, 'k')
    for (const step of steps) await set(bucket, step, BYPASS)
    expect(await lockNow(bucket, versionId)).toBe(end)
  })

  test('and a legal hold are independent', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', headersOf('G3'))
    const seen = []
    await setHold(bucket, 'k', true)
    seen.push(await lockNow(bucket, versionId))
    await set(bucket, 'none', BYPASS)
    seen.push(await lockNow(bucket, versionId))
    await set(bucket, 'C2')
    seen.push(await lockNow(bucket, versionId))
    await setHold(bucket, 'k', false)
    seen.push(await lockNow(bucket, versionId))
    expect(seen).toEqual(['G3, held', 'none, held', 'C2, held', 'C2'])
  })
})

/** Attempts to remove a version. */
const ATTEMPTS = {
  async 'its own deletion'(bucket: string, versionId: string) {
    await remove(bucket, 'k', versionId)
  },
  async 'its own deletion with the bypass'(bucket: string, versionId: string) {
    await remove(bucket, 'k', versionId, { headers: BYPASS })
  },
  async 'a bulk deletion'(bucket: string, versionId: string) {
    await removeAll(bucket, [{ key: 'k', versionId }])
  },
  async 'a bulk deletion with the bypass'(bucket: string, versionId: string) {
    await removeAll(bucket, [{ key: 'k', versionId }], BYPASS)
  },
  async 'a plain deletion'(bucket: string) {
    await request({ method: 'DELETE', bucket, key: 'k' })
  },
  async 'another version'(bucket: string) {
    await given.version(bucket, 'k', 'other')
  },
  async 'a copy onto it'(bucket: string) {
    await given.version(bucket, 'other', 'other')
    await request({ method: 'PUT', bucket, key: 'k', headers: { 'x-amz-copy-source': `${bucket}/other` } })
  },
  async 'the deletion of its bucket'(bucket: string) {
    await request({ method: 'DELETE', bucket })
  },
} satisfies Record<string, (bucket: string, versionId: string) => Promise<void>>

describe('a version survives', () => {
  const GOVERNED = headersOf('G3')
  const COMPLIANT = headersOf('C3')
  const HELD = { [HOLD]: 'ON' }
  test.each<[keyof typeof ATTEMPTS, none: boolean, governed: boolean, compliant: boolean, held: boolean]>([
    ['its own deletion', false, true, true, true],
    ['its own deletion with the bypass', false, false, true, true],
    ['a bulk deletion', false, true, true, true],
    ['a bulk deletion with the bypass', false, false, true, true],
    ['a plain deletion', true, true, true, true],
    ['another version', true, true, true, true],
    ['a copy onto it', true, true, true, true],
    ['the deletion of its bucket', true, true, true, true],
  ])('%s: without a lock %s, governed %s, compliant %s, held %s', async (attempt, ...expected) => {
    const outlived = []
    for (const headers of [{}, GOVERNED, COMPLIANT, HELD]) {
      const bucket = await lockedBucket()
      const versionId = await lockedVersion(bucket, 'k', headers)
      await ATTEMPTS[attempt](bucket, versionId)
      const { status } = await request({ method: 'HEAD', bucket, key: 'k', query: { versionId } })
      outlived.push(status === 200)
    }
    expect(outlived).toEqual(expected)
  })
})
