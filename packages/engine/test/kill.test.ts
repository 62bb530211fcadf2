import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Random } from '@cooperage/testkit/random'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFiles } from '../src/check/list-files.ts'
import { realFiles } from '../src/store/files/real-files.ts'
import { openLmdbIndex } from '../src/store/index/lmdb-index.ts'
import { openStore } from '../src/store/open-store.ts'
import { audit } from './crash/audit.ts'
import type { KilledWriterOptions } from './crash/killed-writer.ts'
import { Ledger } from './crash/ledger.ts'
import { inspect } from './crash/observe.ts'
import { CrashCount, STEPS, stepOfRound } from './crash/steps.ts'
import { ReportReader, startWriter } from './crash/writer-process.ts'

const IDS_OF_ONE_RUN = 1_000_000

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cooperage-kill-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('after kill -9 at any step nothing acknowledged is lost, nothing is partly visible, no orphan remains', async () => {
  const { scale, random } = scaleAndSeed('kill -9 at a step')
  const crashes = new CrashCount()
  const folder = new KilledFolder(dataDir, random)
  const wrong: string[] = []
  for (let round = 0; round < 2 * scale * STEPS.length; round++) {
    const after = stepOfRound(round)
    wrong.push(...(await folder.run({ plan: { after, occurrence: random.int(1, 60) } })))
    crashes.add(after)
  }
  process.stdout.write(`kill -9: ${crashes.total} crashes between\n${crashes}\n`)
  expect(wrong).toEqual([])
  expect(crashes.least).toBeGreaterThan(0)
})

test('after kill -9 from outside at any time nothing acknowledged is lost either', async () => {
  const { scale, random } = scaleAndSeed('kill -9 at any time')
  const folder = new KilledFolder(dataDir, random)
  const wrong: string[] = []
  for (let round = 0; round < 10 * scale; round++) {
    wrong.push(...(await folder.run({ killAfterReports: random.int(1, 600) })))
  }
  expect(wrong).toEqual([])
})

test('a folder that another process has open is rejected, and available as soon as that process has exited', async () => {
  const { child, output, ended } = startWriter({ dataDir, seed: 1, firstId: 0, known: [] })
  for await (const _ of createInterface({ input: output })) {
    await expect(openStore({ dataDir })).rejects.toMatchObject({ code: 'DataFolderInUse' })
    child.kill('SIGKILL')
    break
  }
  expect(await ended).toBe('SIGKILL')
  const store = await openStore({ dataDir })
  await store.close()
})

/** A real data folder, used by one process after another, each until it is killed. */
class KilledFolder {
  readonly #dataDir: string
  readonly #random: Random
  readonly #ledger = new Ledger()
  #known: [string, string | undefined][] = []
  #runs = 0

  constructor(dataDir: string, random: Random) {
    this.#dataDir = dataDir
    this.#random = random
  }

  /** Runs a process until it is killed, starts a store on its data, and returns what is wrong. */
  async run(end: Pick<KilledWriterOptions, 'plan'> & { killAfterReports?: number }): Promise<string[]> {
    const options: KilledWriterOptions = {
      dataDir: this.#dataDir,
      seed: this.#random.int(0, 2 ** 31),
      firstId: this.#runs++ * IDS_OF_ONE_RUN,
      known: this.#known,
      ...(end.plan ? { plan: end.plan } : {}),
    }
    const wrong = await this.#untilKilled(options, end.killAfterReports ?? Number.POSITIVE_INFINITY)
    const store = await openStore({ dataDir: this.#dataDir })
    await store.recovery
    wrong.push(...(await inspect(store, this.#ledger)))
    this.#known = this.#ledger.keys.map((key) => [key, this.#ledger.baseline(key)])
    await store.close()
    return [...wrong, ...(await this.#audit())]
  }

  async #untilKilled(options: KilledWriterOptions, killAfterReports: number): Promise<string[]> {
    const { child, output, ended } = startWriter(options)
    const reader = new ReportReader(this.#ledger)
    await reader.read(output, (reports) => {
      if (reports === killAfterReports) child.kill('SIGKILL')
    })
    const end = await ended
    if (end !== 'SIGKILL') reader.wrong.push(`the process ended unexpectedly: ${end}`)
    return reader.wrong
  }

  async #audit(): Promise<string[]> {
    const index = openLmdbIndex(join(this.#dataDir, 'index'))
    const { open } = realFiles(this.#dataDir)
    try {
      return await audit({ index, files: await listFiles(this.#dataDir), open })
    } finally {
      await index.close()
    }
  }
}
