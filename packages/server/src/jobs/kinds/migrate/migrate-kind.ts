import { AppError, type JobSpec, type ReportEntry } from '@cooperage/contract'
import {
  createBucket,
  getBucketVersioning,
  listObjectsPage,
  putBucketVersioning,
  StorageError,
} from '@cooperage/storage-client'
import { applySetting, type BucketAt, hasLock, SETTING_ROWS, validBucketName } from '../../../buckets/index.ts'
import { withStorageErrors } from '../../../shared/storage-errors.ts'
import type { JobKind, JobPhase, Statement, StepResult } from '../../job-kind.ts'
import { type Both, bothSides, countSource, type Mode, nextKeys, onSide, someKeys } from './both-sides.ts'
import { type CopyStep, copyKey } from './copy-key.ts'
import { copySmall, copyStepsOf, type SmallStep } from './copy-small.ts'
import { type VerifyStep, verifyKey, verifyStepOf } from './verify-key.ts'

type MigrateSpec = Extract<JobSpec, { kind: 'migrate' }>

/** One key, several small objects, or what is done once. */
type Step = { mode: Mode } & (
  | { at: 'prepare' }
  | { at: 'settings' }
  | ({ at: 'copy' } & CopyStep)
  | ({ at: 'copySmall' } & SmallStep)
  | ({ at: 'verify' } & VerifyStep)
)

/** Of the keys that a page verifies, one in so many is read on both sides. */
const SAMPLE_EVERY = 50

/**
 * Migrates a bucket: creates it, copies what the target lacks, writes the settings, and compares both sides. Every step finds out
 * what is left, so a run that was killed continues, and another run copies what is new since. The settings come after the
 * objects: lifecycle rules and notifications would act on what is just arriving.
 */
export const migrateKind: JobKind<MigrateSpec, Step> = {
  atOnce: 32,
  check({ target_bucket: target }) {
    validBucketName(target)
  },
  phaseOf: (position) => (position === '' ? 'prepare' : parsed(position).phase),
  statements: ({ bucket }) => [
    ...on(bucket, FROM_BUCKET, FROM_OBJECTS),
    { ...ADMIN, Action: ['admin:GetBucketQuota'] },
  ],
  otherStatements: ({ target_bucket: bucket }) => [
    ...on(bucket, TO_BUCKET, TO_OBJECTS),
    { ...ADMIN, Action: ['admin:GetBucketQuota', 'admin:SetBucketQuota'] },
  ],
  async plan(sides, spec, position) {
    if (position === '') {
      const mode = await modeOf({ storage: sides.storage, bucket: spec.bucket }, spec)
      return { steps: [{ at: 'prepare', mode }], next: written('copy', mode, '') }
    }
    const { phase, mode, after } = parsed(position)
    if (phase === 'settings') return { steps: [{ at: 'settings', mode }], next: written('verify', mode, '') }
    const both = bothSides(sides, spec, mode)
    const { keys, next } = await (spec.keys === undefined ? nextKeys(both, after) : someKeys(both, spec.keys, after))
    if (phase === 'verify') {
      const steps = keys.map((key, at): Step => ({ at: 'verify', mode, ...verifyStepOf(key, at % SAMPLE_EVERY === 0) }))
      return { steps, next: next === undefined ? undefined : written('verify', mode, next) }
    }
    // The keys of a run for some objects aren't beside each other.
    const { small, single, skipped } = copyStepsOf(keys, after, !mode.versions && spec.keys === undefined)
    const steps = [
      ...small.map((step): Step => ({ at: 'copySmall', mode, ...step })),
      ...single.map((step): Step => ({ at: 'copy', mode, ...step })),
    ]
    const last = written(spec.keys === undefined ? 'settings' : 'verify', mode, '')
    return { steps, skipped, next: next === undefined ? last : written('copy', mode, next) }
  },
  async count(sides, spec, position) {
    const { phase, mode, after } =
      position === ''
        ? { phase: 'copy', mode: await modeOf({ storage: sides.storage, bucket: spec.bucket }, spec), after: '' }
        : parsed(position)
    if (phase !== 'copy') return { count: 0, next: undefined }
    const { count, next } = await countSource(bothSides(sides, spec, mode), spec.keys, after)
    return { count, next: next === undefined ? undefined : written('copy', mode, next) }
  },
  async run(sides, spec, step, isRepeated) {
    const both = bothSides(sides, spec, step.mode)
    switch (step.at) {
      case 'prepare':
        return await prepare(both, spec)
      case 'settings':
        return await writeSettings(both, spec)
      case 'copy':
        return await copyKey(both, step, isRepeated)
      case 'copySmall':
        return await copySmall(both, step, isRepeated)
      default:
        return await verifyKey(both, step, isRepeated)
    }
  },
}

/** A position is the phase, a letter for each part of the mode, and the last key: keys may contain colons. */
function written(phase: JobPhase, { versions, locks }: Mode, after: string): string {
  return `${phase}:${versions ? 'v' : ''}${locks ? 'l' : ''}:${after}`
}

function parsed(position: string): { phase: JobPhase; mode: Mode; after: string } {
  const [phase = '', letters = ''] = position.split(':', 2)
  const after = position.slice(phase.length + letters.length + 2)
  return { phase: phase as JobPhase, mode: { versions: letters.includes('v'), locks: letters.includes('l') }, after }
}

/** A bucket that never had versioning has nothing to keep in order, nor one without object lock a lock. */
async function modeOf(source: BucketAt, { versions, locks }: MigrateSpec): Promise<Mode> {
  return { versions: versions && (await isVersioned(source)), locks: locks && (await isLocked(source)) }
}

async function isVersioned({ storage, bucket }: BucketAt): Promise<boolean> {
  const subject = { action: 's3:GetBucketVersioning', bucket, feature: 'versioning' as const }
  const reading = withStorageErrors(subject, getBucketVersioning(storage, bucket))
  return (await unlessUnsupported(reading))?.status !== undefined
}

async function isLocked(at: BucketAt): Promise<boolean> {
  return (await unlessUnsupported(hasLock(at))) === true
}

async function unlessUnsupported<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'NotInThisSetup' && error.code !== 'NoObjectLock')) throw error
    return undefined
  }
}

const NOTHING: StepResult = { done: 0, bytes: 0, skipped: 0, failures: [] }

/**
 * The bucket, and what its objects are stored with. A target that can't keep versions or locks ends the job before it has copied
 * anything, because the visitor has to decide to lose them.
 */
async function prepare({ source, target, mode }: Both, { settings }: MigrateSpec): Promise<StepResult> {
  const { storage, bucket, server } = target
  try {
    const creating = createBucket(storage, bucket, { locking: mode.locks })
    const subject = { action: 's3:CreateBucket', bucket, feature: 'object locking' as const }
    await onSide(target, withStorageErrors(subject, creating))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'NotInThisSetup' && mode.locks) {
      throw new AppError('TargetHasNoLock', { bucket, server }, { cause: error })
    }
    if (error.code !== 'BucketExists' && error.code !== 'AccessDenied') throw error
    // Without permission to create it, it may be there.
    if (!(await exists(target))) throw error
  }
  if (mode.locks && !(await onSide(target, isLocked(target)))) throw new AppError('TargetHasNoLock', { bucket, server })
  // MinIO may forget the versioning of a bucket with object lock until it is written.
  if ((mode.versions || mode.locks) && !(await onSide(target, turnOnVersions(target)))) {
    throw new AppError('TargetKeepsNoVersions', { bucket: source.bucket, server })
  }
  return settings ? await writeRows(['encryption'], source, target) : NOTHING
}

async function exists({ storage, bucket, ...side }: Both['target']): Promise<boolean> {
  const listing = listObjectsPage(storage, bucket, { prefix: '', maxKeys: 1 })
  try {
    await onSide(side, withStorageErrors({ action: 's3:ListBucket', bucket }, listing))
    return true
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'NoSuchBucket' && error.code !== 'AccessDenied')) throw error
    return false
  }
}

/** Whether versioning is on then. What it excludes is written with the settings, after the objects. */
async function turnOnVersions({ storage, bucket }: BucketAt): Promise<boolean> {
  const read = async () => {
    const subject = { action: 's3:GetBucketVersioning', bucket, feature: 'versioning' as const }
    return (await withStorageErrors(subject, getBucketVersioning(storage, bucket))).status === 'Enabled'
  }
  try {
    const subject = { action: 's3:PutBucketVersioning', bucket, feature: 'versioning' as const }
    await withStorageErrors(subject, putBucketVersioning(storage, bucket, { status: 'Enabled' }))
    return await read()
  } catch (error) {
    if (!(error instanceof AppError) || !isUnsupported(error)) throw error
    return false
  }
}

/** Servers have several codes for a call that they don't have. */
function isUnsupported({ code, cause }: AppError): boolean {
  return code === 'NotInThisSetup' || (cause instanceof StorageError && (cause.status === 405 || cause.status === 501))
}

/** What acts on objects, or announces them, and what isn't about objects. */
async function writeSettings({ source, target, mode }: Both, { settings }: MigrateSpec): Promise<StepResult> {
  const names = SETTING_ROWS.map(({ name }) => name).filter((name) => {
    if (name === 'encryption') return false
    if (name === 'versioning') return mode.versions
    return settings && (name !== 'retention' || mode.locks)
  })
  return await writeRows(names, source, target)
}

async function writeRows(names: readonly string[], source: BucketAt, target: Both['target']): Promise<StepResult> {
  const entries: ReportEntry[] = []
  for (const row of SETTING_ROWS) {
    if (!names.includes(row.name)) continue
    const found = await applySetting(row, source, target, (call) => onSide(target, call))
    entries.push(...found.map((entry) => ({ version: '', ...entry })))
  }
  const differences = entries.filter(({ kind }) => kind === 'settingLost').length
  return { ...NOTHING, report: { counts: { differences }, entries } }
}

// Patterns, because servers refuse a policy that names an action they don't have, as that for CORS rules.
const FROM_BUCKET = [
  ...['s3:ListBucket', 's3:ListBucketVersions', 's3:GetBucket*'],
  ...['s3:GetEncryptionConfiguration', 's3:GetLifecycleConfiguration'],
]
const FROM_OBJECTS = ['s3:GetObject*']
const TO_BUCKET = [
  ...FROM_BUCKET,
  ...['s3:CreateBucket', 's3:PutBucket*', 's3:PutEncryptionConfiguration', 's3:PutLifecycleConfiguration'],
]
/** Deletions only create delete markers, or remove tags. */
const TO_OBJECTS = [
  ...FROM_OBJECTS,
  ...['s3:PutObject*', 's3:DeleteObject', 's3:DeleteObject*Tagging', 's3:AbortMultipartUpload'],
]
const ADMIN = { Effect: 'Allow' as const, Resource: ['arn:aws:s3:::*'] }

function on(bucket: string, ofBucket: string[], ofObjects: string[]): Statement[] {
  return [
    { Effect: 'Allow', Action: ofBucket, Resource: [`arn:aws:s3:::${bucket}`] },
    { Effect: 'Allow', Action: ofObjects, Resource: [`arn:aws:s3:::${bucket}/*`] },
  ]
}
