/** A data folder with locked versions, on a machine with power losses and an unreliable clock. */

import type { Random } from '@cooperage/testkit/random'
import { startStore } from '../../src/store/durable-store.ts'
import { GroupCommitIndex } from '../../src/store/index/group-commit-index.ts'
import type { ObjectLock, Store } from '../../src/store/store.ts'
import { audit } from './audit.ts'
import { collect, contentOf } from './content.ts'
import { attempts, BUCKET } from './lock-attempts.ts'
import { type CrashPlan, Machine } from './machine.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { IndexMedium, simulatedIndex } from './simulated-index.ts'

const DAY = 86_400_000
export const BEGINNING = Date.UTC(2030, 0, 1)
/** A time at which the retention of all locked versions has expired. */
export const END = BEGINNING + 30 * DAY
const INLINE_BYTES = 60
const CLIENTS = 4

const LOCKS: Record<string, ObjectLock> = {
  governance: { retention: { mode: 'GOVERNANCE', until: END } },
  compliance: { retention: { mode: 'COMPLIANCE', until: END } },
  hold: { legalHold: true },
  both: { retention: { mode: 'GOVERNANCE', until: END }, legalHold: true },
}

interface Locked {
  key: string
  versionId: string
  bytes: Buffer
  lock: ObjectLock
}

export class LockedFolder {
  readonly #random: Random
  readonly #locked: Locked[] = []
  #disk = new SimulatedDisk()
  #medium = new IndexMedium()
  #now = BEGINNING
  #contents = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Creates a version with each kind of lock, both inline and in files. */
  async fill(): Promise<void> {
    const store = await this.#start(new Machine(this.#random))
    await store.createBucket(BUCKET, { lock: true })
    for (const [key, lock] of Object.entries(LOCKS)) {
      for (const size of [INLINE_BYTES, 10 * INLINE_BYTES]) {
        const bytes = contentOf(++this.#contents, size)
        const { versionId } = await store.putObject(BUCKET, key, whole(bytes), {
          metadata: { contentType: 'text/plain', headers: {}, user: {} },
          lock,
        })
        this.#locked.push({ key, versionId, bytes, lock })
      }
    }
    await store.close()
  }

  /** Lets clients try to remove the locked versions until the planned power loss, and returns what is wrong then. */
  async attack(plan: CrashPlan): Promise<string[]> {
    const machine = new Machine(this.#random, plan)
    const wrong: string[] = []
    const work = async () => {
      const store = await this.#start(machine)
      const client = async () => {
        while (machine.isOn && wrong.length === 0) {
          this.#now = this.#random.int(BEGINNING - 10 * DAY, END - 1)
          const { key, versionId } = this.#random.pick(this.#locked as [Locked, ...Locked[]])
          const attempt = this.#random.pick(attempts)
          const failure = await attempt({ store, random: this.#random, key, versionId, isLocked: this.#isLocked })
          if (failure !== undefined) wrong.push(failure)
          await machine.reached('acknowledgement')
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
    }
    await Promise.race([work(), machine.off])
    machine.cutPower()
    this.#disk = this.#disk.afterPowerLoss(this.#random)
    this.#medium = this.#medium.afterPowerLoss(this.#random)
    return [...wrong, ...(await this.inspect())]
  }

  /** What is wrong with the folder after a start: every locked version must exist, complete and locked. */
  async inspect(): Promise<string[]> {
    const machine = new Machine(this.#random)
    const store = await this.#start(machine)
    await store.recovery
    const wrong = await Promise.all(this.#locked.map((locked) => objection(store, locked)))
    await store.close()
    const files = this.#disk.files(machine)
    const index = simulatedIndex(machine, this.#medium)
    const { open } = files
    return [...wrong.flat(), ...(await audit({ index, files: this.#disk.dataFiles, open }))]
  }

  /** Which of the locked versions are removed when their retention has expired. */
  async removeAt(time: number): Promise<string[]> {
    this.#now = time
    const store = await this.#start(new Machine(this.#random))
    const gone = new Set<string>()
    for (const { key, versionId } of this.#locked) {
      await store.deleteObject(BUCKET, key, { versionId }).then(
        () => gone.add(key),
        () => undefined,
      )
    }
    await store.close()
    return [...gone]
  }

  readonly #isLocked = (versionId: string) => this.#locked.some((locked) => locked.versionId === versionId)

  #start(machine: Machine) {
    return startStore({
      files: this.#disk.files(machine),
      index: new GroupCommitIndex(simulatedIndex(machine, this.#medium)),
      now: () => this.#now,
      inlineBytes: INLINE_BYTES,
      reserveBytes: 0,
      ballastBytes: 1,
    })
  }
}

export async function* whole(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function objection(store: Store, { key, versionId, bytes, lock }: Locked): Promise<string[]> {
  const name = `${key} ${versionId}`
  try {
    const object = await store.openObject(BUCKET, key, versionId)
    const read = await collect(object.read())
    await object.close()
    const { retention, legalHold } = object.record.lock ?? {}
    const wrong: string[] = []
    if (!read.equals(bytes)) wrong.push(`${name} has other bytes`)
    if (lock.legalHold && !legalHold) wrong.push(`${name} has lost its hold`)
    if (lock.retention !== undefined) {
      if (retention?.mode !== lock.retention.mode) wrong.push(`${name} is of mode ${retention?.mode}`)
      if (retention === undefined || retention.until < lock.retention.until) wrong.push(`${name} is kept less long`)
    }
    return wrong
  } catch (error) {
    return [`${name} cannot be read: ${error}`]
  }
}
