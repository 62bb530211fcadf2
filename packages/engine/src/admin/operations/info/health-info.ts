import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, hostname, platform, release, totalmem, uptime } from 'node:os'
import { type ConfigKey, SECTIONS, type SectionName } from '../../../config/sections.ts'
import { checkDuration } from '../../../config/values.ts'
import { liveResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { timeText } from '../../times.ts'
import { describeServer } from './server-info.ts'

const VERSION = '3'
const REDACTED = '*redacted*'

/** A part of the report: the parameter that requests it, its place, and its content. */
type Part = readonly [
  parameter: string,
  group: 'sys' | 'minio',
  name: string,
  describe: (engine: AdminServices) => unknown,
]

const PARTS: readonly Part[] = [
  ['minioinfo', 'minio', 'info', describeServer],
  ['minioconfig', 'minio', 'config', ({ config }) => ({ config: describeConfig(config) })],
  ['syscpu', 'sys', 'cpus', ({ endpoint }) => [{ addr: endpoint, cpus: describeCpus() }]],
  ['sysdrivehw', 'sys', 'partitions', describePartition],
  ['sysosinfo', 'sys', 'osinfo', describeSystem],
  ['sysmem', 'sys', 'meminfo', describeMemory],
  ['sysprocess', 'sys', 'procinfo', describeProcess],
]

/**
 * A report of the server for support: its settings without secrets, its machine and its process. As in MinIO, each document
 * of the stream has all parts so far, and parts that a server doesn't have are absent.
 */
export const healthInfo: AdminOperation = async ({ engine, query }) => {
  if (query.get('anonymize') === 'strict') {
    throw s3Error('NotImplemented', 'Health reports without addresses (anonymize=strict) are not implemented.')
  }
  const deadline = query.get('deadline') ?? ''
  if (deadline !== '' && checkDuration(deadline) !== undefined) {
    const error = `time: invalid duration ${JSON.stringify(deadline)}`
    return {
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: `${JSON.stringify({ version: VERSION, error })}\n`,
    }
  }
  return liveResponse(async function* live(signal) {
    const report = { version: VERSION, timestamp: timeText(Date.now()), sys: {}, minio: {} }
    yield `${JSON.stringify(report)}\n`
    for (const [parameter, group, name, describe] of PARTS) {
      if (signal.aborted) return
      if (query.get(parameter) !== 'true') continue
      Object.assign(report[group], { [name]: await describe(engine) })
      yield `${JSON.stringify(report)}\n`
    }
  })
}

function describeConfig(config: AdminServices['config']): object {
  const names = Object.keys(SECTIONS) as SectionName[]
  return Object.fromEntries(
    names.map((section) => {
      const targets = config.targetNames(section).map((target) => {
        const values = config.get(section, target)
        const keys: readonly ConfigKey[] = SECTIONS[section].keys
        const pairs = keys.map(({ name, secret }) => {
          const value = values[name] ?? ''
          return { key: name, value: secret && value !== '' ? REDACTED : value }
        })
        return [target, pairs]
      })
      return [section, Object.fromEntries(targets)]
    }),
  )
}

function describeCpus(): object[] {
  const models = new Map<string, { model_name: string; mhz: number; cores: number }>()
  for (const { model, speed } of cpus()) {
    const known = models.get(model) ?? { model_name: model, mhz: speed, cores: 0 }
    models.set(model, { ...known, cores: known.cores + 1 })
  }
  return [...models.values()]
}

async function describePartition({ endpoint, store, dataDir }: AdminServices): Promise<object[]> {
  const [{ totalBytes, freeBytes }, { files, ffree }] = await Promise.all([store.capacity(), statfs(dataDir)])
  const partition = {
    mountpoint: dataDir,
    space_total: totalBytes,
    space_free: freeBytes,
    inode_total: files,
    inode_free: ffree,
  }
  return [{ addr: endpoint, partitions: [partition] }]
}

function describeSystem({ endpoint }: AdminServices): object[] {
  const seconds = Math.round(uptime())
  const bootTime = Math.round(Date.now() / 1000) - seconds
  const info = { hostname: hostname(), uptime: seconds, bootTime, os: platform(), kernelVersion: release() }
  return [{ addr: endpoint, info: { ...info, kernelArch: arch() } }]
}

function describeMemory({ endpoint }: AdminServices): object[] {
  const [total, free] = [totalmem(), freemem()]
  return [
    {
      addr: endpoint,
      total,
      free,
      used: total - free,
      available: free,
      limit: Math.min(total, process.constrainedMemory() || total),
    },
  ]
}

function describeProcess({ endpoint, startedAt }: AdminServices): object[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    {
      addr: endpoint,
      pid: process.pid,
      name: 'cooperage',
      create_time: startedAt,
      is_running: true,
      mem_info: { rss, data: heapTotal, heap_used: heapUsed, external },
      times: { user: user / 1e6, system: system / 1e6 },
    },
  ]
}
