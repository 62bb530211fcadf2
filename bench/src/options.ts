import { parseArgs } from 'node:util'
import { findProgram } from '@cooperage/testkit'
import { SCALE } from './scale.ts'

export interface Options {
  /** Storage server behind the console. */
  against: 'engine' | 'minio'
  /** Only the case of this name. */
  only: string | undefined
  /** Runs at a tenth of the scale. */
  quick: boolean
  repetitions: number
  /** The number of keys for MinIO where the engine gets a million. */
  minioKeys: number
}

const usage = (cases: readonly string[]) => `npm run bench -- [case] [options]

  --against engine|minio   storage server behind the console; MinIO where it is installed
  --only <case>            one of ${cases.join(', ')}
  --quick                  a tenth of everything, three repetitions
  --repetitions <number>   default 5
  --minio-keys <number>    cases engine and objects: keys that MinIO is filled with where the engine gets a million; default ${SCALE.minioKeys}
  --help                   shows this text`

/** Undefined if help was requested and shown. @throws Error that says what is valid */
export function readOptions(args: readonly string[], cases: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      repetitions: { type: 'string' },
      'minio-keys': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage(cases))
    return undefined
  }
  const refuse = (reason: string) => new Error(`${reason}\n\n${usage(cases)}`)
  const against = values.against ?? (hasMinio() ? 'minio' : 'engine')
  if (against !== 'engine' && against !== 'minio') throw refuse(`--against must be engine or minio, not "${against}"`)
  const repetitions = Number(values.repetitions ?? (values.quick ? 3 : 5))
  if (!Number.isInteger(repetitions) || repetitions < 1)
    throw refuse(`--repetitions must be a whole number of at least 1`)
  const minioKeys = Number(values['minio-keys'] ?? SCALE.minioKeys)
  if (!Number.isInteger(minioKeys) || minioKeys < 1) throw refuse(`--minio-keys must be a whole number of at least 1`)
  const [only = values.only, ...more] = positionals
  if (more.length > 0) throw refuse('one case at a time')
  if (only !== undefined && !cases.includes(only)) throw refuse(`the cases are ${cases.join(', ')}`)
  return { against, only, quick: values.quick, repetitions, minioKeys }
}

/** Whether this machine can be measured against a real MinIO. */
export function hasMinio(): boolean {
  try {
    findProgram('minio')
    return true
  } catch {
    // Not being installed is a valid result here, not a failure.
    return false
  }
}
