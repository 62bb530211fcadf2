/** The power loss tests on a store that leaves one step of a write out: they must detect each. */

import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import type { Files, FileWriter } from '../src/store/files/files.ts'
import { ROW } from '../src/store/index/keys.ts'
import type { IndexBackend, IndexWriter } from '../src/store/index/ordered-index.ts'
import { type Interposer, Simulation } from './crash/simulation.ts'
import { STEPS, stepOfRound } from './crash/steps.ts'

const nothing = async () => undefined

const LEFT_OUT: Record<string, Interposer> = {
  write: { files: (files) => withWriter(files, { write: nothing }) },
  fsync: { files: (files) => withWriter(files, { sync: nothing }) },
  rename: { files: (files) => ({ ...files, rename: nothing }) },
  'directory fsync': { files: (files) => ({ ...files, syncFolder: nothing }) },
  'index commit': { index: withoutEveryThirdCommit },
  'index flush': { canFlush: false },
  acknowledgement: {
    index: (index) => ({
      ...index,
      transact: async (write) => {
        await index.transact(write)
        await new Promise(() => undefined)
      },
    }),
  },
  'removal of what was replaced': { files: (files) => ({ ...files, remove: nothing }) },
  'search for orphans at the start': { files: (files) => ({ ...files, list: async () => [] }) },
}

for (const [name, kind] of Object.entries(ROW)) {
  LEFT_OUT[`putting the row: ${name}`] = { index: (index) => withoutSomeRows(index, kind, 'put') }
  LEFT_OUT[`deleting the row: ${name}`] = { index: (index) => withoutSomeRows(index, kind, 'delete') }
}

/** Drops every deletion of rows of that kind, or every third put, from commits that are otherwise complete. */
function withoutSomeRows(index: IndexBackend, kind: string, operation: 'put' | 'delete'): IndexBackend {
  let times = 0
  const isOfKind = (key: Buffer) => key.toString('latin1', 0, 1) === kind
  const withhold = (writer: IndexWriter): IndexWriter => ({
    get: writer.get,
    range: writer.range,
    put: (key, value) => {
      if (operation !== 'put' || !isOfKind(key) || ++times % 3 > 0) writer.put(key, value)
    },
    delete: (key) => {
      if (operation !== 'delete' || !isOfKind(key)) writer.delete(key)
    },
  })
  return { ...index, transact: (write) => index.transact((writer) => write(withhold(writer))) }
}

function withWriter(files: Files, change: Partial<FileWriter>): Files {
  return { ...files, create: async (path) => ({ ...(await files.create(path)), ...change }) }
}

/** Not all commits, otherwise there wouldn't even be a bucket. */
function withoutEveryThirdCommit(index: IndexBackend): IndexBackend {
  const ignored = { get: index.get, range: index.range, put: () => undefined, delete: () => undefined }
  let commits = 0
  return {
    ...index,
    transact: async (write) => (++commits % 3 === 0 ? write(ignored) : await index.transact(write)),
  }
}

const MOST_ROUNDS = 8 * STEPS.length

test.each(Object.entries(LEFT_OUT))('a missing step is detected: %s', async (name, interposer) => {
  const { random } = scaleAndSeed(`without ${name}`)
  const simulation = new Simulation(random, interposer)
  const wrong: string[] = []
  let crashes = 0
  while (wrong.length === 0 && crashes < MOST_ROUNDS) {
    wrong.push(...(await simulation.crash({ after: stepOfRound(crashes), occurrence: random.int(1, 40) })))
    crashes++
  }
  process.stdout.write(`without ${name}: noticed after ${crashes} crashes: ${wrong[0]}\n`)
  expect(wrong).not.toEqual([])
})

test('with every step in place nothing is reported', async () => {
  const { random } = scaleAndSeed('with every step')
  const simulation = new Simulation(random)
  const wrong: string[] = []
  for (let round = 0; round < 2 * STEPS.length; round++) {
    wrong.push(...(await simulation.crash({ after: stepOfRound(round), occurrence: random.int(1, 40) })))
  }
  expect(wrong).toEqual([])
})
