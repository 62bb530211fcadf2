import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { findProgram } from '@cooperage/testkit'
import type { Options } from './options.ts'
import { SCALE, scaled } from './scale.ts'

/** The conditions of the measurement: machine, versions, scale. */
export function describeRun(options: Options): string {
  const [cpu] = cpus()
  const storage = options.against === 'minio' ? minioVersion() : 'the embedded engine'
  return [
    `- machine: ${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
    `- versions: Node ${process.versions.node}; storage behind the console: ${storage}; commit ${commit()}`,
    `- scale: ${scaled(SCALE.keys, options)} keys, objects of ${scaled(SCALE.largeMib, options)} MiB, ${options.repetitions} repetitions, targets alternate; figures are median (min–max)`,
    '- console, storage and load generator share the machine over loopback, plain HTTP, each in a separate process',
  ].join('\n')
}

function minioVersion(): string {
  const text = execFileSync(findProgram('minio'), ['--version'], { encoding: 'utf8' })
  return text.split('\n')[0]?.replace(/ \(commit.*$/, '') ?? 'MinIO'
}

function commit(): string {
  try {
    const text = execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    })
    return text.trim()
  } catch {
    // A copy without its history can be measured too.
    return 'unknown'
  }
}
