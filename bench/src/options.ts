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

const usage = (cases: readonly string[]) => `npm run bench -- [options]

  --against engine|minio   storage server behind the console; MinIO where it is installed
  --only <case>            one of ${cases.join(', ')}
  --quick                  a tenth of everything, three repetitions
  --repetitions <number>   default 5
  --help                   shows this text`

/** Undefined when help was asked for and shown. @throws Error with what would be right */
export function readOptions(args: readonly string[], cases: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      repetitions: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage(cases))
    return undefined
  }
  const refuse = (reason: string) => new Error(`${reason}\n\n${usage(cases)}`)
  const against = values.against ?? (hasMinio() ? 'minio' : 'engine')
  if (against !== 'engine' && against !== 'minio') throw refuse(`--against takes engine or minio, not "${against}"`)
  const repetitions = Number(values.repetitions ?? (values.quick ? 3 : 5))
  if (!Number.isInteger(repetitions) || repetitions < 1) throw refuse(`--repetitions takes a whole number`)
  const { only } = values
  if (only !== undefined && !cases.includes(only)) throw refuse(`--only takes one of ${cases.join(', ')}`)
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
