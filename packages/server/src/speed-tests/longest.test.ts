import { runSpeedTest } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { longestMs } from './longest.ts'

const minutes = (query: Record<string, string>) => longestMs(runSpeedTest.query.parse(query)) / 60_000

test('a test that may take long is given the time that its options need', () => {
  expect(minutes({ kind: 'client', seconds: '30' })).toBe(15)
  expect(minutes({ kind: 'object', seconds: '10' })).toBe(15)
  expect(minutes({ kind: 'object', seconds: '60' })).toBeGreaterThan(30)
  expect(minutes({ kind: 'drive', file_size: String(1024 ** 2), block_size: '4096' })).toBe(15)
  expect(minutes({ kind: 'drive', file_size: String(16 * 1024 ** 3) })).toBeGreaterThan(100)
})
