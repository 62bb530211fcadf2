/**
 * Moving buckets to another server, each of which is MinIO: by a job of the console, which compares every object afterwards, and
 * by the programs that people use for it, rclone for large objects and mc for small ones.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, type StorageServer, startConsoleProcess, startMinio, tempFolder } from '@cooperage/testkit'
import { clientFolder } from '../../../scripts/clients.ts'
import { ConsoleClient } from '../console-client.ts'
import { DirectClient } from '../direct-client.ts'
import type { Options } from '../options.ts'
import { cpuSeconds, peakMib, resetPeak } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'

const MIB = 1 << 20
const LARGE = 8
const SMALL_BYTES = 4096
/** As many as the programs that are compared copy at a time. */
const CONNECTIONS = 16
const SHARE_OF_RCLONE = 0.8
const SHARE_OF_MC = 1
const MEMORY_MIB = 200
const POLL_MS = 100
const execute = promisify(execFile)

/** What is read of a job of the console. */
interface Job {
  id: string
  status: string
  /** '' while it runs. */
  ended: string
  phase: string
  failed: number
}

/** Copies a bucket of the one server to a bucket of the other. `onCopied` is called if more follows than copying. */
type Copy = (bucket: string, target: string, onCopied: () => void) => Promise<void>

export async function measureMigration(options: Options): Promise<Row[]> {
  const [from, to] = await Promise.all([startMinio(), startMinio()])
  const console = await startConsoleProcess({ from: from.url, to: to.url })
  const home = tempFolder('bench-migration')
  const direct = { from: new DirectClient(from), to: new DirectClient(to) }
  const visitors = {
    from: await ConsoleClient.signIn(console.url, from.root, '/servers/from'),
    to: await ConsoleClient.signIn(console.url, to.root, '/servers/to'),
  }
  try {
    const largeMib = scaled(SCALE.largeMib, options)
    await fill(from, 'large', LARGE, Math.round((largeMib * MIB) / LARGE))
    const small = scaled(SCALE.moved, options)
    await fill(from, 'small', small, SMALL_BYTES)
    return [
      ...(await compared(
        `migrate ${largeMib} MiB, beside rclone`,
        'large',
        largeMib,
        'MiB/s',
        withRclone,
        SHARE_OF_RCLONE,
      )),
      ...(await compared(
        `migrate ${small} objects of 4 KiB, beside mc mirror`,
        'small',
        small,
        '/s',
        withMc,
        SHARE_OF_MC,
      )),
    ]
  } finally {
    for (const client of [...Object.values(direct), ...Object.values(visitors)]) client.close()
    await console.stop()
    await Promise.all([from.stop(), to.stop()])
    home.remove()
  }

  async function compared(
    what: string,
    bucket: string,
    amount: number,
    unit: 'MiB/s' | '/s',
    theirs: Copy,
    share: number,
  ): Promise<Row[]> {
    const cpu: number[] = []
    const memory: number[] = []
    const { ours, other } = await inTurn(options.repetitions, {
      ours: async () => {
        resetPeak(console.pid)
        const before = cpuSeconds(console.pid)
        const seconds = await timesOf(withConsole)
        cpu.push(cpuSeconds(console.pid) - before)
        memory.push(peakMib(console.pid))
        return seconds
      },
      other: () => timesOf(theirs),
    })
    const rates = (times: readonly { copied: number }[]) => times.map(({ copied }) => amount / copied)
    return [
      { what, unit, ours: rates(ours), direct: rates(other), target: atLeastOfDirect(share) },
      { what: '… and compared', unit, ours: ours.map(({ whole }) => amount / whole) },
      { what: '… console CPU', unit: 's', ours: cpu.slice(1) },
      { what: '… console memory at most', unit: 'MiB', ours: memory.slice(1), target: atMost(MEMORY_MIB, 'MiB') },
    ]

    async function timesOf(copy: Copy): Promise<{ copied: number; whole: number }> {
      const target = `${bucket}-${++targets}`
      await direct.to.createBucket(target)
      const startedAt = performance.now()
      const seconds = () => (performance.now() - startedAt) / 1000
      let copied: number | undefined
      await copy(bucket, target, () => {
        copied ??= seconds()
      })
      const whole = seconds()
      await direct.to.dropBucket(target)
      return { copied: copied ?? whole, whole }
    }
  }

  async function withConsole(bucket: string, target: string, onCopied: () => void): Promise<void> {
    const permit = { bucket: target, creates: true }
    const { token } = (await visitors.to.post('/api/v1/servers/permits', permit)) as { token: string }
    const job = { kind: 'migrate', bucket, server: 'to', target_bucket: target, settings: false, versions: false }
    const body = { job: { ...job, locks: false }, token }
    const { id } = (await visitors.from.post('/api/v1/jobs/to-server', body)) as Job
    for (;;) {
      const now = JSON.parse((await visitors.from.plain(`/api/v1/jobs/${id}`)).toString()) as Job
      if (now.phase === 'verify') onCopied()
      if (now.ended !== '') {
        if (now.status !== 'done' || now.failed > 0) throw new Error(`the job is ${JSON.stringify(now)}`)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  async function withRclone(bucket: string, target: string): Promise<void> {
    const remote = (name: string, { url, root }: StorageServer) => ({
      [`RCLONE_CONFIG_${name}_TYPE`]: 's3',
      [`RCLONE_CONFIG_${name}_PROVIDER`]: 'Minio',
      [`RCLONE_CONFIG_${name}_ENDPOINT`]: url,
      [`RCLONE_CONFIG_${name}_ACCESS_KEY_ID`]: root.accessKey,
      [`RCLONE_CONFIG_${name}_SECRET_ACCESS_KEY`]: root.secretKey,
    })
    const env = { HOME: home.path, ...remote('FROM', from), ...remote('TO', to) }
    await execute(join(clientFolder('rclone'), 'rclone'), ['copy', `from:${bucket}`, `to:${target}`], { env })
  }

  async function withMc(bucket: string, target: string): Promise<void> {
    const host = ({ url, root }: StorageServer) => url.replace('://', `://${root.accessKey}:${root.secretKey}@`)
    const env = { HOME: home.path, MC_HOST_from: host(from), MC_HOST_to: host(to) }
    await execute(findProgram('mc'), ['mirror', '--quiet', `from/${bucket}`, `to/${target}`], {
      env,
      maxBuffer: 64 << 20,
    })
  }
}

let targets = 0

async function fill(storage: StorageServer, bucket: string, count: number, bytes: number): Promise<void> {
  const clients = Array.from({ length: CONNECTIONS }, () => new DirectClient(storage))
  const body = { bytes: randomBytes(MIB).subarray(0, Math.min(bytes, MIB)), length: bytes }
  await clients[0]?.createBucket(bucket)
  await shared(clients, count, (client, index) => client.put(bucket, `${index % 100}/${index}.bin`, [body]))
  for (const client of clients) client.close()
}
