/** Single disk operations fail, in addition to power losses: rejected writes leave nothing behind, acknowledged ones are kept. */

import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { Simulation } from './crash/simulation.ts'
import { type FaultCount, failing } from './crash/step-faults.ts'
import { STEPS, stepOfRound } from './crash/steps.ts'

const CRASHES_AFTER_EACH_STEP = 8
const ROUNDS_OF_ONE_FOLDER = 16
/** Files are rarely opened for reading, so that operation may never fail by chance: then rounds are added, up to this factor. */
const MOST_ROUNDS = 5
const OPERATIONS = ['create', 'write', 'fsync', 'close', 'rename', 'directory fsync', 'index commit', 'open', 'remove']

test('failing disk operations lose nothing acknowledged, expose no rejected write and leave no orphans', async () => {
  const { scale, random } = scaleAndSeed('failing disk')
  const counted: FaultCount = new Map()
  const wrong: string[] = []
  const failed = () => [...new Set([...counted.keys()].map((name) => name.split(', ')[0]))]
  const rounds = CRASHES_AFTER_EACH_STEP * scale * STEPS.length
  let simulation = new Simulation(random, failing(random, 0.03, counted))
  for (
    let round = 0;
    round < rounds || (failed().length < OPERATIONS.length && round < rounds * MOST_ROUNDS);
    round++
  ) {
    if (round % ROUNDS_OF_ONE_FOLDER === 0) simulation = new Simulation(random, failing(random, 0.03, counted))
    wrong.push(...(await simulation.crash({ after: stepOfRound(round), occurrence: random.int(1, 40) })))
  }
  const lines = [...counted].sort().map(([name, count]) => `  ${name}: ${count}`)
  process.stdout.write(`failing disk: faults of\n${lines.join('\n')}\n`)
  expect(wrong).toEqual([])
  expect(failed().sort()).toEqual(OPERATIONS.toSorted())
})
