import {
  type CreationOutcome,
  type CreationStep,
  type createBucket,
  setQuota,
  setRetention,
  setVersioning,
} from '@cooperage/contract'
import { ApiError } from '../../shared/api/api-error.ts'
import { type CallInput, call } from '../../shared/api/call.ts'

type Creation = CallInput<typeof createBucket>['body']

/** Repeats only the failed steps, one after the other, each by its own call. */
export async function retrySteps(wanted: Creation, steps: readonly CreationOutcome[]): Promise<CreationOutcome[]> {
  const outcomes: CreationOutcome[] = []
  for (const one of steps) outcomes.push(one.done ? one : await outcomeOf(wanted, one.step))
  return outcomes
}

async function outcomeOf(wanted: Creation, step: CreationStep): Promise<CreationOutcome> {
  try {
    await retry(wanted, step)
    return { step, done: true, reason: '' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { step, done: false, reason: [error.message, error.detailedMessage].filter((text) => text !== '').join(' ') }
  }
}

async function retry({ name, quota, retention }: Creation, step: CreationStep): Promise<void> {
  const params = { bucket: name }
  if (step === 'versioning') await call(setVersioning, { params, body: { versioning: true } })
  if (step === 'quota' && quota) await call(setQuota, { params, body: quota })
  if (step === 'retention' && retention) await call(setRetention, { params, body: retention })
}
