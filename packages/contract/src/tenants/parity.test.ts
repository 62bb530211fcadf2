import { expect, test } from 'vitest'
import { defaultParity, erasureCodeOf, parityChoices } from './parity.ts'

/** Results of consoles of 2022 for nodes and drives per server. */
const OBSERVED: [nodes: number, drives: number, highest: number][] = [
  [4, 1, 2],
  [4, 2, 4],
  [4, 4, 8],
  [4, 6, 6],
  [4, 8, 8],
  [5, 1, 2],
  [5, 3, 7],
  [3, 5, 7],
  [6, 2, 6],
  [7, 1, 3],
  [8, 1, 4],
  [8, 4, 8],
  [12, 4, 6],
  [16, 1, 8],
  [16, 8, 8],
  [32, 1, 8],
]

test.each(OBSERVED)('%i servers with %i drives offer parity up to EC:%i', (nodes, drives, highest) => {
  const choices = Array.from({ length: highest - 1 }, (_, index) => `EC:${highest - index}`)
  expect(parityChoices(nodes, drives)).toEqual({ choices, problem: undefined })
})

test.each([
  [3, 1, 'at least 4 drives'],
  [17, 1, 'doesn’t divide 17 drives'],
])('%i servers with %i drives have no parity', (nodes, drives, problem) => {
  expect(parityChoices(nodes, drives)).toMatchObject({
    choices: [],
    problem: { text: expect.stringContaining(problem) },
  })
})

test('starts with the highest parity, and with EC:4 for large pools', () => {
  const choices = (nodes: number, drives: number) => parityChoices(nodes, drives).choices
  expect(defaultParity(choices(4, 4), 4, 4)).toBe('EC:8')
  expect(defaultParity(choices(8, 2), 8, 2)).toBe('EC:8')
  expect(defaultParity(choices(8, 4), 8, 4)).toBe('EC:4')
  expect(defaultParity([], 3, 1)).toBe('')
})

test('usable capacity and tolerated failures follow from set size and parity', () => {
  const { choices } = parityChoices(4, 4)
  expect(erasureCodeOf(choices, 'EC:4', { rawBytes: 1600, drivesPerServer: 4 })).toEqual({
    setSize: 16,
    storageFactor: 16 / 12,
    usableBytes: 1200,
    serverFailures: 1,
  })
  expect(erasureCodeOf(choices, 'EC:9', { rawBytes: 1600, drivesPerServer: 4 })).toBeUndefined()
})
