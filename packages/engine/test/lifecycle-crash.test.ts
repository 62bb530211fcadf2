/** Power losses during a lifecycle scan: each deletion is atomic, and the next scan does the rest. */

import type { Random } from '@cooperage/testkit/random'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { LIFECYCLE, LifecycleRules } from '../src/lifecycle/bucket-rules.ts'
import { LifecycleScanner } from '../src/lifecycle/scanner.ts'
import { type StartedStore, startStore } from '../src/store/durable-store.ts'
import { GroupCommitIndex } from '../src/store/index/group-commit-index.ts'
import type { Store } from '../src/store/store.ts'
import { bodyOf, METADATA } from '../src/store/testing/temporary-store.ts'
import { audit } from './crash/audit.ts'
import { Machine } from './crash/machine.ts'
import { SimulatedDisk } from './crash/simulated-disk.ts'
import { IndexMedium, simulatedIndex } from './crash/simulated-index.ts'
import type { Step } from './crash/steps.ts'

const STEPS: Step[] = ['index commit', 'index flush', 'removal of what was replaced']
const KEYS = 6
const LATER = 100 * 24 * 60 * 60 * 1000

const rule = (prefix: string, inner: string) =>
  `<Rule><ID>${prefix}</ID><Status>Enabled</Status><Filter><Prefix>${prefix}/</Prefix></Filter>${inner}</Rule>`
const RULES = `<LifecycleConfiguration>${[
  rule('all', '<Expiration><Days>1</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>'),
  rule('hide', '<Expiration><Days>1</Days></Expiration>'),
  rule(
    'older',
    '<NoncurrentVersionExpiration><NewerNoncurrentVersions>1</NewerNoncurrentVersions></NoncurrentVersionExpiration>',
  ),
].join('')}</LifecycleConfiguration>`

/** The remaining versions by key, the latest first: `-` for a delete marker, otherwise the size. */
type Shown = Record<string, string[]>

const BEFORE = ['3', '2', '1']
const AFTER: Record<string, string[] | undefined> = { all: undefined, hide: ['-', ...BEFORE], older: ['3', '2'] }
/** The possible states after an interrupted scan. */
const BETWEEN: Record<string, (string[] | undefined)[]> = {
  all: [BEFORE, ['3', '2'], ['3'], undefined],
  hide: [BEFORE, AFTER.hide],
  older: [BEFORE, AFTER.older],
}
const ruleOf = (key: string) => key.split('/')[0] ?? ''

test('a power loss during a scan leaves nothing partly removed, and the next scan finishes the work', async () => {
  const { scale, random } = scaleAndSeed('lifecycle')
  let interrupted = 0
  for (let round = 0; round < 10 * scale * STEPS.length; round++) {
    const after = STEPS[round % STEPS.length] ?? 'index flush'
    const folder = new Folder(random)
    await folder.fill()
    await folder.scanUntil({ after, occurrence: random.int(1, 8) })
    const { shown: left, wrong } = await folder.look()
    expect(wrong).toEqual([])
    if (Object.keys(left).some((key) => left[key]?.join() !== AFTER[ruleOf(key)]?.join())) interrupted++
    for (const key of keys()) expect(BETWEEN[ruleOf(key)], key).toContainEqual(left[key])

    await folder.scanUntil(undefined)
    const { shown: end } = await folder.look()
    for (const key of keys()) expect(end[key]).toEqual(AFTER[ruleOf(key)])
  }
  expect(interrupted).toBeGreaterThan(0)
})

const keys = () => Object.keys(AFTER).flatMap((name) => Array.from({ length: KEYS }, (_, at) => `${name}/${at}`))

class Folder {
  readonly #random: Random
  #disk = new SimulatedDisk()
  #medium = new IndexMedium()
  #ids = 0

  constructor(random: Random) {
    this.#random = random
  }

  async fill(): Promise<void> {
    const store = await this.#start(new Machine(this.#random))
    await store.createBucket('casks')
    await store.setVersioning('casks', 'Enabled')
    await store.setBucketDocument('casks', LIFECYCLE, RULES)
    for (const size of [1, 2, 3]) {
      await Promise.all(
        keys().map((key) => store.putObject('casks', key, bodyOf('x'.repeat(size)), { metadata: METADATA })),
      )
    }
    await store.close()
  }

  /** Without a plan to its end. */
  async scanUntil(plan: { after: Step; occurrence: number } | undefined): Promise<void> {
    const machine = new Machine(this.#random, plan)
    const scan = async () => {
      const store = await this.#start(machine)
      await scannerOf(store).scan()
      await store.close()
    }
    await Promise.race([scan(), machine.off])
    machine.cutPower()
    this.#disk = this.#disk.afterPowerLoss(this.#random)
    this.#medium = this.#medium.afterPowerLoss(this.#random)
  }

  async look(): Promise<{ shown: Shown; wrong: string[] }> {
    const store = await this.#start(new Machine(this.#random))
    await store.recovery
    const shown: Shown = {}
    for (const entry of store.listVersions('casks', { prefix: '', limit: 1000 }).entries) {
      if (entry.kind !== 'object') continue
      const { key, isDeleteMarker, size } = entry.record
      shown[key] = [...(shown[key] ?? []), isDeleteMarker ? '-' : String(size)]
    }
    await store.close()
    const machine = new Machine(this.#random)
    const index = simulatedIndex(machine, this.#medium)
    const { open } = this.#disk.files(machine)
    return { shown, wrong: await audit({ index, files: this.#disk.dataFiles, open }) }
  }

  #start(machine: Machine): Promise<StartedStore> {
    return startStore({
      files: this.#disk.files(machine),
      index: new GroupCommitIndex(simulatedIndex(machine, this.#medium)),
      newId: () => (++this.#ids).toString(16).padStart(32, '0'),
      // The first two bytes go to files, so that their removal is one of the steps.
      inlineBytes: 1,
      reserveBytes: 0,
      ballastBytes: 1,
    })
  }
}

function scannerOf(store: Store): LifecycleScanner {
  return new LifecycleScanner({
    store,
    rules: new LifecycleRules(store),
    now: () => Date.now() + LATER,
    expired: () => undefined,
    failed: (_, error) => {
      throw error
    },
    sleep: async () => undefined,
  })
}
