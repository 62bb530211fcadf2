import { expect, test } from 'vitest'
import { silentNodes } from './silent-nodes.ts'

test('a node that is missing in any part is named once', () => {
  const scanner = { nodes: ['a:9000', 'b:9000'], silentNodes: ['d:9000'] }
  expect(silentNodes(scanner, { nodes: ['a:9000'] }, { offlineNodes: ['d:9000', 'c:9000'] })).toEqual([
    'b:9000',
    'c:9000',
    'd:9000',
  ])
})

test('parts that are missing themselves accuse no node', () => {
  const scanner = { nodes: ['a:9000'], silentNodes: [] }
  expect(silentNodes(undefined, undefined, undefined)).toEqual([])
  expect(silentNodes(scanner, undefined, undefined)).toEqual([])
  // A server without a queue.
  expect(silentNodes(scanner, { nodes: [] }, undefined)).toEqual([])
  expect(silentNodes(undefined, { nodes: ['a:9000'] }, undefined)).toEqual([])
})
