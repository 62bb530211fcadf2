import { expect, test } from 'vitest'
import { labelsOf, maxAllocatableMemory, quotaElements } from './cluster.routes.ts'
import { quantity } from './quantity.ts'

const node = (gi: number, taints: { key: string; effect: string }[] = []) => ({
  metadata: { name: `node-${gi}`, labels: { zone: gi % 2 === 0 ? 'even' : 'odd', [`only-${gi}`]: '' } },
  spec: { taints },
  status: { allocatable: { memory: `${gi}Gi` } },
})
const NODES = [17, 18, 19, 20, 21].map((gi) => node(gi))
const DEGRADED = { key: 'disk', effect: 'NoSchedule' }
const CONTROL_PLANE = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }

/** Results of consoles of 2022 on a cluster with such nodes. */
test.each([
  [4, 19_327_352_832],
  [5, 18_253_611_008],
])('%i of 5 nodes provide %i bytes of memory each', (count, memory) => {
  expect(maxAllocatableMemory(NODES, count)).toBe(memory)
})

test('says which nodes are missing', () => {
  expect(() => maxAllocatableMemory(NODES, 2)).toThrow('at least 4 nodes are required for a tenant')
  expect(() => maxAllocatableMemory(NODES, 6)).toThrow('there are not enough nodes in the cluster')
  expect(() => maxAllocatableMemory([...NODES.slice(2), node(9, [CONTROL_PLANE])], 4)).toThrow('not enough nodes')
  expect(() => maxAllocatableMemory([...NODES.slice(2), node(9, [DEGRADED])], 4)).toThrow('not enough schedulable')
})

test('joins the labels of all nodes', () => {
  expect(labelsOf(NODES.slice(0, 2))).toEqual({ zone: ['even', 'odd'], 'only-17': [''], 'only-18': [''] })
})

test('only storage classes of a quota count', () => {
  const suffix = '.storageclass.storage.k8s.io/requests.storage'
  const status = {
    hard: { [`standard${suffix}`]: '2Ti', [`fast${suffix}`]: '500Gi', 'requests.cpu': '4' },
    used: { [`standard${suffix}`]: '400Gi', 'requests.cpu': '1' },
  }
  expect(quotaElements({ metadata: { name: 'quota' }, status })).toEqual([
    { name: `fast${suffix}`, hard: 536_870_912_000, used: 0 },
    { name: `standard${suffix}`, hard: 2_199_023_255_552, used: 429_496_729_600 },
  ])
})

test('reads quantities', () => {
  expect(['100Gi', '1.5Ti', '500m', '1e3', '2k', 7, '', 'x', undefined].map(quantity)).toEqual([
    107_374_182_400, 1_649_267_441_664, 1, 1000, 2000, 7, 0, 0, 0,
  ])
})
