import type { Random } from '@cooperage/testkit/random'
import { startStore } from '../../src/store/durable-store.ts'
import type { Files } from '../../src/store/files/files.ts'
import { GroupCommitIndex } from '../../src/store/index/group-commit-index.ts'
import type { IndexBackend } from '../../src/store/index/ordered-index.ts'
import { audit } from './audit.ts'
import { runClients } from './clients.ts'
import { Ledger } from './ledger.ts'
import { type CrashPlan, Machine } from './machine.ts'
import { inspect } from './observe.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { IndexMedium, simulatedIndex } from './simulated-index.ts'

const CLIENTS = 6
const INLINE_BYTES = 60

/** Wrappers between the store and its media; the mutation tests leave a step out here. */
export interface Interposer {
  files?(files: Files): Files
  index?(index: IndexBackend): IndexBackend
  /** Whether a flush of the index does anything. */
  canFlush?: boolean
  /** Whether the wrappers fail: the resulting refusals are then expected. */
  fails?: boolean
}

/** A data folder with repeated power losses, and the ledger of what it must contain. */
export class Simulation {
  readonly #random: Random
  readonly #interposer: Interposer
  readonly #ledger = new Ledger()
  #disk = new SimulatedDisk()
  #medium: IndexMedium
  #contentIds = 0
  /** The key file: complete and durable, or missing. */
  #keys: string | undefined

  constructor(random: Random, interposer: Interposer = {}) {
    this.#random = random
    this.#interposer = interposer
    this.#medium = new IndexMedium(interposer.canFlush)
  }

  /** Runs clients until the planned power loss, starts again, and returns what is wrong. */
  async crash(plan: CrashPlan): Promise<string[]> {
    const wrong = await this.#runUntil(new Machine(this.#random, plan))
    this.#disk = this.#disk.afterPowerLoss(this.#random)
    this.#medium = this.#medium.afterPowerLoss(this.#random)
    wrong.push(...(await this.#inspect()))
    return wrong
  }

  async #runUntil(machine: Machine): Promise<string[]> {
    const wrong: string[] = []
    const run = async () => {
      const store = await this.#start(machine)
      await runClients(CLIENTS, {
        store,
        ledger: this.#ledger,
        random: this.#random,
        nextId: () => ++this.#contentIds,
        inlineBytes: INLINE_BYTES,
        isRunning: () => machine.isOn && wrong.length === 0,
        pause: () => machine.turn(),
        acknowledged: () => machine.reached('acknowledgement'),
        report: (violation) => wrong.push(violation),
        mayRefuse: this.#interposer.fails ? ['StorageFull', 'StorageFailed'] : [],
      })
    }
    await Promise.race([run(), machine.off, stalled(machine, wrong)])
    machine.cutPower()
    return wrong
  }

  /** The next start, on a machine that doesn't lose power. */
  async #inspect(): Promise<string[]> {
    const store = await this.#start(new Machine(this.#random), true)
    await store.recovery
    const wrong = await inspect(store, this.#ledger)
    await store.close()
    const machine = new Machine(this.#random)
    const index = simulatedIndex(machine, this.#medium)
    const { open } = this.#disk.files(machine)
    return [...wrong, ...(await audit({ index, files: this.#disk.dataFiles, open }))]
  }

  /** `isRepaired`: on a disk that no longer fails. */
  #start(machine: Machine, isRepaired = false) {
    const files = this.#disk.files(machine)
    const index = simulatedIndex(machine, this.#medium)
    const interposer = this.#interposer.fails && isRepaired ? {} : this.#interposer
    return startStore({
      files: interposer.files?.(files) ?? files,
      index: new GroupCommitIndex(interposer.index?.(index) ?? index),
      newId: () => this.#newId(),
      keyFile: {
        path: 'encryption-keys',
        read: async () => this.#keys,
        create: async (text) => {
          await machine.turn()
          this.#keys ??= text
        },
      },
      now: () => 0,
      inlineBytes: INLINE_BYTES,
      reserveBytes: 0,
      ballastBytes: 1,
    })
  }

  #newId(): string {
    return Array.from({ length: 8 }, () => this.#random.int(0, 0xffff).toString(16).padStart(4, '0')).join('')
  }
}

const MOST_TURNS = 20_000

/** A run that never reaches the planned step has stalled: some step is missing. */
async function stalled(machine: Machine, wrong: string[]): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!machine.isOn) return
  }
  wrong.push('the planned step was never reached')
}
