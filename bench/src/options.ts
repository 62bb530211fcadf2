import { parseArgs } from 'node:util'
import { findProgram } from '@cooperage/testkit'

export interface Options {
  /** Storage server behind the console. */
  against: 'engine' | 'minio'
  /** Only the case of this name. */
  only: string | undefined
  /** Everything a tenth as large. */
  quick: boolean
  repetitions: number
}

const USAGE = `npm run bench -- [--against engine|minio] [--only <case>] [--quick] [--repetitions <number>]`

/** @throws Error with what would be right */
export function readOptions(args: readonly string[], cases: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      repetitions: { type: 'string' },
    },
  })
  const against = values.against ?? (hasMinio() ? 'minio' : 'engine')
  if (against !== 'engine' && against !== 'minio')
    throw new Error(`--against takes engine or minio, not "${against}"\n${USAGE}`)
  const repetitions = Number(values.repetitions ?? (values.quick ? 3 : 5))
  if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error(`--repetitions takes a whole number\n${USAGE}`)
  const { only } = values
  if (only !== undefined && !cases.includes(only)) throw new Error(`--only takes one of ${cases.join(', ')}\n${USAGE}`)
  return { against, only, quick: values.quick, repetitions }
}

/** Whether this machine can be measured against a real MinIO. */
export function hasMinio(): boolean {
  try {
    findProgram('minio')
    return true
  } catch {
    // Not installed is an answer here, not a failure.
    return false
  }
}
