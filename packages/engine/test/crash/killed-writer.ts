/**
 * The process that the kill tests kill: it works on a data folder and reports on standard output, line by line, which writes its
 * clients start and which are acknowledged. It reads its options from standard input. With a crash plan it kills itself at that
 * point, with SIGKILL; otherwise its parent does.
 */
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@cooperage/testkit/random'
import { startStore } from '../../src/store/durable-store.ts'
import { ENCRYPTION_KEYS_FILE, realKeyFile } from '../../src/store/encryption/key-file.ts'
import { markFormat } from '../../src/store/files/data-format.ts'
import { lockFolder } from '../../src/store/files/folder-lock.ts'
import { realFiles } from '../../src/store/files/real-files.ts'
import { GroupCommitIndex } from '../../src/store/index/group-commit-index.ts'
import { openLmdbIndex } from '../../src/store/index/lmdb-index.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreErrorCode } from '../../src/store/store.ts'
import { runClients } from './clients.ts'
import { Ledger } from './ledger.ts'
import { type CrashPlan, Machine } from './machine.ts'
import { reportingFiles, reportingIndex } from './step-reporting.ts'

export interface KilledWriterOptions {
  dataDir: string
  seed: number
  /** The last number used for contents. */
  firstId: number
  /** The contents of the folder: key and digest. */
  known: [string, string | undefined][]
  plan?: CrashPlan
  /** As in `WorkloadOptions`. */
  mayRefuse?: readonly StoreErrorCode[]
}

export type Report =
  | { is: 'start'; write: number; key: string; digest?: string }
  | { is: 'acknowledged'; write: number }
  | { is: 'refused'; write: number }
  | { is: 'start unnamed'; group: string }
  | { is: 'refused unnamed'; group: string }
  | { is: 'acknowledged as'; group: string; key: string; digest: string }
  | { is: 'wrong'; what: string }

function send(report: Report): void {
  writeSync(1, `${JSON.stringify(report)}\n`)
}

/** Reports each entry to the parent before it takes effect. */
class ReportingLedger extends Ledger {
  readonly #numbers = new Map<object, number>()

  override start(key: string, digest: string | undefined) {
    const write = super.start(key, digest)
    const number = this.#numbers.size
    this.#numbers.set(write, number)
    send({ is: 'start', write: number, key, ...(digest === undefined ? {} : { digest }) })
    return write
  }

  override acknowledge(write: ReturnType<Ledger['start']>): void {
    super.acknowledge(write)
    send({ is: 'acknowledged', write: this.#numbers.get(write) ?? -1 })
  }

  override refuse(write: ReturnType<Ledger['start']>): void {
    super.refuse(write)
    send({ is: 'refused', write: this.#numbers.get(write) ?? -1 })
  }

  override startUnnamed(group: string): number {
    send({ is: 'start unnamed', group })
    return super.startUnnamed(group)
  }

  override acknowledgeAs(group: string, startedAt: number, key: string, digest: string): void {
    super.acknowledgeAs(group, startedAt, key, digest)
    send({ is: 'acknowledged as', group, key, digest })
  }

  override refuseUnnamed(group: string): void {
    super.refuseUnnamed(group)
    send({ is: 'refused unnamed', group })
  }
}

async function open(dataDir: string, machine: Machine, plan: CrashPlan | undefined) {
  if (!plan) return await openStore({ dataDir })
  lockFolder(dataDir)
  const files = realFiles(dataDir)
  await markFormat(files)
  return await startStore({
    files: reportingFiles(files, machine),
    keyFile: realKeyFile(join(dataDir, ENCRYPTION_KEYS_FILE)),
    index: new GroupCommitIndex(reportingIndex(openLmdbIndex(join(dataDir, 'index')), machine)),
  })
}

const options: KilledWriterOptions = JSON.parse(readFileSync(0, 'utf8'))
const random = new Random(options.seed)
const machine = new Machine(random, options.plan)
void machine.off.then(() => process.kill(process.pid, 'SIGKILL'))

const ledger = new ReportingLedger()
for (const [key, digest] of options.known) ledger.reset(key, digest)
let id = options.firstId
await runClients(6, {
  store: await open(options.dataDir, machine, options.plan),
  ledger,
  random,
  nextId: () => ++id,
  inlineBytes: 32 * 1024,
  isRunning: () => true,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  acknowledged: () => machine.reached('acknowledgement'),
  report: (what) => send({ is: 'wrong', what }),
  mayRefuse: options.mayRefuse ?? [],
})
