/** Single operations of the disk fail, besides the power losses: rejected writes leave nothing behind, acknowledged ones stay. */
import { expect, test } from 'vitest'
import { scaleAndSeed } from './crash/scale.ts'
import { Simulation } from './crash/simulation.ts'
import { type FaultCount, failing } from './crash/step-faults.ts'
import { STEPS, stepOfRound } from './crash/steps.ts'

const CRASHES_AFTER_EACH_STEP = 8
const ROUNDS_OF_ONE_FOLDER = 16

test('failing disk operations lose nothing acknowledged, expose no rejected write and leave no orphans', async () => {
  const { scale, random } = scaleAndSeed('failing disk')
  const counted: FaultCount = new Map()
  const wrong: string[] = []
  let simulation = new Simulation(random, failing(random, 0.03, counted))
  for (let round = 0; round < CRASHES_AFTER_EACH_STEP * scale * STEPS.length; round++) {
    if (round % ROUNDS_OF_ONE_FOLDER === 0) simulation = new Simulation(random, failing(random, 0.03, counted))
    wrong.push(...(await simulation.crash({ after: stepOfRound(round), occurrence: random.int(1, 40) })))
  }
  const lines = [...counted].sort().map(([name, count]) => `  ${name}: ${count}`)
  process.stdout.write(`failing disk: faults of\n${lines.join('\n')}\n`)
  expect(wrong).toEqual([])
  const operations = [
    'create',
    'write',
    'fsync',
    'close',
    'rename',
    'directory fsync',
    'index commit',
    'open',
    'remove',
  ]
  const failed = new Set([...counted.keys()].map((name) => name.split(', ')[0]))
  expect([...failed].sort()).toEqual(operations.sort())
})
