import {
  AppError,
  bucketNameProblem,
  type CreationOutcome,
  type CreationStep,
  createBucket as createBucketRoute,
  errorText,
  type RouteBody,
} from '@cooperage/contract'
import { createBucket, type StorageClient } from '@cooperage/storage-client'
import { knownError } from '../shared/error-responses.ts'
import type { Registry } from '../shared/feature.ts'
import { applyQuota, checkQuota } from './quota.routes.ts'
import { applyRetention, checkRetention } from './retention.routes.ts'
import { withSettingErrors } from './setting-errors.ts'
import { applyVersioning } from './versioning.routes.ts'

type Requested = RouteBody<typeof createBucketRoute>

const VERSIONED = { versioning: true, excluded_prefixes: [], exclude_folders: false }

export function createBucketRoutes({ routes, services }: Registry): void {
  const { accounts } = services
  routes.withSession(createBucketRoute, async ({ body, session, storage }) => {
    const { name, quota, retention } = body
    const reason = bucketNameProblem(name)
    if (reason !== undefined) throw new AppError('InvalidBucketName', { reason })
    // Everything that can be checked first is checked first, so that nothing is left behind.
    if (quota !== undefined) checkQuota(quota)
    if (retention !== undefined) checkRetention(retention)

    const locking = body.locking || retention !== undefined
    const subject = { action: 's3:CreateBucket', bucket: name, feature: 'object locking' as const }
    await withSettingErrors(subject, createBucket(storage, name, { locking }))
    accounts.forget(session)

    const steps: CreationOutcome[] = [{ step: 'bucket', done: true, reason: '' }]
    for (const [step, apply] of stepsAfter(storage, body, locking)) steps.push(await outcomeOf(step, apply))
    return { steps }
  })
}

/** One after the other; each step is independent, since each can be repeated alone. */
function stepsAfter(
  storage: StorageClient,
  requested: Requested,
  locking: boolean,
): [CreationStep, () => Promise<void>][] {
  const { name, versioning, quota, retention } = requested
  const steps: [CreationStep, () => Promise<void>][] = []
  // A bucket with object locking is created with versioning. MinIO may keep it in memory without both, if something else
  // reads its settings meanwhile, until one is written.
  if (locking) steps.push(['versioning', () => applyVersioning(storage, name, VERSIONED)])
  else if (versioning) steps.push(['versioning', () => applyVersioning(storage, name, { versioning })])
  if (quota?.enabled) steps.push(['quota', () => applyQuota(storage, name, quota)])
  if (retention !== undefined) steps.push(['retention', () => applyRetention(storage, name, retention)])
  return steps
}

async function outcomeOf(step: CreationStep, apply: () => Promise<void>): Promise<CreationOutcome> {
  try {
    await apply()
    return { step, done: true, reason: '' }
  } catch (error) {
    const known = knownError(error)
    // An ended session isn't the step's failure, and a bug must surface as one.
    if (known === undefined || known.status === 401) throw error
    const reason = [known.message, known.detailedMessage].filter((text) => text !== '').join(' ')
    return { step, done: false, reason, text: errorText(known) }
  }
}
