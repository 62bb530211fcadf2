import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { BEGINNING, END, LockedFolder } from './crash/locked-folder.ts'
import { CrashCount, STEPS, stepOfRound } from './crash/steps.ts'

const CRASHES_AFTER_EACH_STEP = 8
/** Later than any extension by the attempts. */
const LONG_AFTER = Date.UTC(3000, 0, 1)

test('a locked version survives every attempt, and every power loss between them', async () => {
  const { scale, random } = scaleAndSeed('locked versions')
  const crashes = new CrashCount()
  const folder = new LockedFolder(random)
  await folder.fill()
  const wrong: string[] = []
  for (let round = 0; round < CRASHES_AFTER_EACH_STEP * scale * STEPS.length && wrong.length === 0; round++) {
    const after = stepOfRound(round)
    wrong.push(...(await folder.attack({ after, occurrence: random.int(1, 40) })))
    crashes.add(after)
  }
  process.stdout.write(`locked versions: ${crashes.total} crashes between\n${crashes}\n`)
  expect(wrong).toEqual([])
  expect(crashes.least).toBeGreaterThan(0)

  // Before the retention expires, no version is deleted; afterwards, those without a legal hold are.
  expect(await folder.removeAt(BEGINNING - 1)).toEqual([])
  expect(await folder.removeAt(END - 1)).toEqual([])
  expect(await folder.removeAt(LONG_AFTER)).toEqual(['governance', 'compliance'])
})
