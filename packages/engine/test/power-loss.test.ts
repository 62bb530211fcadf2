import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { Simulation } from './crash/simulation.ts'
import { CrashCount, STEPS, stepOfRound } from './crash/steps.ts'

const CRASHES_AFTER_EACH_STEP = 30
const ROUNDS_OF_ONE_FOLDER = 20

test('after a power loss at any step nothing acknowledged is lost, nothing is partly visible, no orphan remains', async () => {
  const { scale, random } = scaleAndSeed('power loss')
  const crashes = new CrashCount()
  const wrong: string[] = []
  let simulation = new Simulation(random)
  for (let round = 0; round < CRASHES_AFTER_EACH_STEP * scale * STEPS.length; round++) {
    if (round % ROUNDS_OF_ONE_FOLDER === 0) simulation = new Simulation(random)
    const after = stepOfRound(round)
    wrong.push(...(await simulation.crash({ after, occurrence: random.int(1, 40) })))
    crashes.add(after)
  }
  process.stdout.write(`power loss: ${crashes.total} crashes between\n${crashes}\n`)
  expect(wrong).toEqual([])
  expect(crashes.total).toBeGreaterThanOrEqual(200)
  expect(crashes.least).toBeGreaterThan(0)
})
