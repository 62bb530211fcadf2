import {
  MAX_SPEED_RUNS,
  type runSpeedTest,
  SECTOR_BYTES,
  type SocketQuery,
  SPEED_OPTIONS,
  SPEED_TEST_LIMITS,
  SPEED_TEST_SECONDS,
  type SpeedRun,
  type SpeedTest,
} from '@cooperage/contract'
import { bytesOfInput, type SizeInput, sizeInput } from '../shared/fields/size.ts'

/** The fields of all kinds, as typed. */
export interface SpeedForm {
  seconds: string
  size: SizeInput
  concurrency: string
  tune: boolean
  bucket: string
  blockSize: SizeInput
  fileSize: SizeInput
  serial: boolean
}

export type SpeedField = 'seconds' | 'size' | 'concurrency' | 'bucket' | 'blockSize' | 'fileSize'

export function firstForm(kind: SpeedTest): SpeedForm {
  const { size, concurrency, blockSize, fileSize } = SPEED_TEST_LIMITS
  return {
    seconds: String(secondsOf(kind).default),
    size: sizeInput(size.default),
    concurrency: String(concurrency.default),
    tune: true,
    bucket: '',
    blockSize: sizeInput(blockSize.default),
    fileSize: sizeInput(fileSize.default),
    serial: false,
  }
}

/** A test of drives takes as long as its files need. */
export function secondsOf(kind: SpeedTest) {
  return SPEED_TEST_SECONDS[kind === 'drive' ? 'object' : kind]
}

const FIELDS: Readonly<Record<SpeedTest, readonly SpeedField[]>> = {
  object: ['size', 'seconds', 'concurrency', 'bucket'],
  drive: ['fileSize', 'blockSize'],
  network: ['seconds'],
  client: ['seconds'],
}

/** A block isn't larger than the file that consists of them. */
export function blockLimits({ fileSize }: SpeedForm): { min: number; max: number } {
  const { min, max } = SPEED_TEST_LIMITS.blockSize
  return { min, max: Math.min(max, Math.max(min, bytesOfInput(fileSize) ?? max)) }
}

/** The fields that can't be sent, in the order of the form. */
export function wrongFields(kind: SpeedTest, form: SpeedForm): SpeedField[] {
  const within = (value: number | undefined, { min, max }: { min: number; max: number }) =>
    value !== undefined && Number.isInteger(value) && value >= min && value <= max
  const inSectors = (value: number | undefined, limits: { min: number; max: number }) =>
    within(value, limits) && (value ?? 1) % SECTOR_BYTES === 0
  const isRight: Record<SpeedField, boolean> = {
    seconds: within(countOf(form.seconds), secondsOf(kind)),
    size: within(bytesOfInput(form.size), SPEED_TEST_LIMITS.size),
    concurrency: within(countOf(form.concurrency), SPEED_TEST_LIMITS.concurrency),
    bucket: /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/.test(form.bucket),
    blockSize: inSectors(bytesOfInput(form.blockSize), blockLimits(form)),
    fileSize: inSectors(bytesOfInput(form.fileSize), SPEED_TEST_LIMITS.fileSize),
  }
  return FIELDS[kind].filter((field) => !isRight[field])
}

const countOf = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : undefined)

/** What is sent for a form without wrong fields. */
export function queryOf(kind: SpeedTest, form: SpeedForm): SocketQuery<typeof runSpeedTest> {
  const limits = SPEED_TEST_LIMITS
  return {
    kind,
    ...(kind !== 'drive' && { seconds: Number(form.seconds) }),
    size: bytesOfInput(form.size) ?? limits.size.default,
    concurrency: Number(form.concurrency),
    tune: form.tune ? 'true' : 'false',
    bucket: form.bucket,
    block_size: bytesOfInput(form.blockSize) ?? limits.blockSize.default,
    file_size: bytesOfInput(form.fileSize) ?? limits.fileSize.default,
    serial: form.serial ? 'true' : 'false',
  }
}

/** The run before `run` with the same options, from which it differs only by the server. */
export function comparableRun(run: SpeedRun, runs: readonly SpeedRun[]): SpeedRun | undefined {
  return runs.find(({ id, started, options }) => {
    const isSame = SPEED_OPTIONS.every((name) => options[name] === run.options[name])
    return id !== run.id && started < run.started && isSame
  })
}

/** How much faster: 0.1 for ten percent. Undefined if one of both wasn't measured. */
export function changeOf(rate: number | null, before: number | null | undefined): number | undefined {
  return rate === null || before === null || before === undefined || before === 0 ? undefined : rate / before - 1
}

/** The runs with one that has just ended, the newest first. */
export function withRun(runs: readonly SpeedRun[], run: SpeedRun): SpeedRun[] {
  return [run, ...runs.filter(({ id }) => id !== run.id)].slice(0, MAX_SPEED_RUNS)
}

/** One row for each place of each run, and one for the whole. */
export function csvRows(runs: readonly SpeedRun[]): (string | number | undefined)[][] {
  return runs.flatMap(({ started, seconds, account, options, measured }) => {
    const of = [started, seconds, account, JSON.stringify(options)]
    const whole = { node: '', drive: '', write: measured.write, read: measured.read, error: '' }
    return [whole, ...measured.places].map(({ node, drive, write, read, error }) => {
      return [...of, node, drive, write ?? undefined, read ?? undefined, error]
    })
  })
}
