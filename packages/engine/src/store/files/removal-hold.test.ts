import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-store.ts'
import { areRemovalsHeld, holdRemovals } from './removal-hold.ts'

test('removals are held from the start of a backup to its end', async () => {
  const folder = await temporaryFolder(onTestFinished)
  expect(areRemovalsHeld(folder)).toBe(false)
  const hold = holdRemovals(folder)
  expect(areRemovalsHeld(folder)).toBe(true)
  expect(holdRemovals(folder)).toBeUndefined()
  hold?.release()
  expect(areRemovalsHeld(folder)).toBe(false)
})

test('the leftovers of a killed backup hold no removals', async () => {
  const folder = await temporaryFolder(onTestFinished)
  await writeFile(join(folder, 'backup.lock'), '')
  expect(areRemovalsHeld(folder)).toBe(false)
})

test('removals are held if the state of the backup is unknown', async () => {
  const folder = await temporaryFolder(onTestFinished)
  await mkdir(join(folder, 'backup.lock'))
  expect(areRemovalsHeld(folder)).toBe(true)
})

test('a backup can end during the check', async () => {
  const folder = await temporaryFolder(onTestFinished)
  const source = `
    import(${JSON.stringify(new URL('./removal-hold.ts', import.meta.url).href)}).then(({ holdRemovals }) => {
      for (let time = 0; time < 500; time++) holdRemovals(${JSON.stringify(folder)})?.release()
    })`
  const backups = new Worker(source, { eval: true })
  let exitCode: number | undefined
  backups.once('exit', (code) => {
    exitCode = code
  })
  while (exitCode === undefined) {
    areRemovalsHeld(folder)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(exitCode).toBe(0)
  expect(areRemovalsHeld(folder)).toBe(false)
})

test("the engine's checks don't prevent a backup from starting", async () => {
  const folder = await temporaryFolder(onTestFinished)
  const source = `
    import(${JSON.stringify(new URL('./removal-hold.ts', import.meta.url).href)}).then(({ areRemovalsHeld }) => {
      setInterval(() => {
        for (let time = 0; time < 50; time++) areRemovalsHeld(${JSON.stringify(folder)})
      }, 0)
      require('node:worker_threads').parentPort.postMessage('looking')
    })`
  const engine = new Worker(source, { eval: true })
  await once(engine, 'message')
  for (let time = 0; time < 500; time++) {
    const hold = holdRemovals(folder)
    expect(hold, `backup ${time}`).toBeDefined()
    hold?.release()
  }
  await engine.terminate()
})
