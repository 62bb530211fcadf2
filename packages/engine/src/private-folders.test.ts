import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from './test-engine.ts'

let dataDir: string
let engine: TestEngine | undefined
let umask: number
beforeEach(async () => {
  umask = process.umask(0o022)
  dataDir = await mkdtemp(join(tmpdir(), 'cooperage-private-'))
  await chmod(dataDir, 0o755)
})
afterEach(async () => {
  process.umask(umask)
  await engine?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const modesOf = (...names: string[]) =>
  Promise.all(names.map(async (name) => [name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)]))
const PRIVATE = [
  ['index', '700'],
  ['objects', '700'],
  ['tmp', '700'],
]

test('only the owner can read secrets in a data folder that others can enter', async () => {
  engine = await startTestEngine({ dataDir })
  expect(await modesOf('index', 'objects', 'tmp')).toEqual(PRIVATE)
  expect(await modesOf('.')).toEqual([['.', '755']])
  expect(engine.log).toEqual([])
})

test('folders that are open to others are restricted at the start and logged', async () => {
  engine = await startTestEngine({ dataDir })
  for (const name of ['index', 'objects']) await chmod(join(dataDir, name), 0o755)
  await engine.restart()
  expect(await modesOf('index', 'objects', 'tmp')).toEqual(PRIVATE)
  expect(engine.log).toEqual([
    {
      level: 'error',
      message: `Other users of this machine could read index and objects in ${dataDir}. Their permissions are 0700 now. If you don't trust all of these users, change the secret keys of all accounts.`,
    },
  ])
  engine.log.length = 0
  await engine.restart()
  expect(engine.log).toEqual([])
})

test('folders that only their owner could reach are restricted without a log entry', async () => {
  engine = await startTestEngine({ dataDir })
  await chmod(dataDir, 0o744)
  await chmod(join(dataDir, 'index'), 0o755)
  await engine.restart()
  expect(await modesOf('index', 'objects', 'tmp')).toEqual(PRIVATE)
  expect(engine.log).toEqual([])
})
