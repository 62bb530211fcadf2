import { AppError, type JobSpec } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { changeOf } from '../../objects/index.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import type { JobKind } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { countObjects, currentObjects, planSelection } from './plan-selection.ts'

type ChangeSpec = Extract<JobSpec, { kind: 'change' }>

/** Changes that find their result in place change nothing, so a repeated one needs no check. */
export const changeKind: JobKind<ChangeSpec, { key: string; size: number }> = {
  atOnce: 8,
  check({ bucket, change }) {
    // Not used before the first object.
    changeOf({} as StorageClient, bucket, change)
  },
  statements: ({ bucket, paths, change }) =>
    statementsFor(bucket, paths, { actions: actionsOf(change), listing: ['s3:ListBucket'] }),
  async plan({ storage }, { bucket, paths }, position) {
    const { items, next, failures } = await planSelection(paths, position, currentObjects(storage, bucket))
    return { steps: items.map(({ item: { key, size } }) => ({ key, size })), next, failures }
  },
  count: ({ storage }, { bucket, paths }, position) => countObjects(paths, position, currentObjects(storage, bucket)),
  async run({ storage }, { bucket, change }, { key, size }) {
    try {
      await changeOf(storage, bucket, change)(key)
      return { done: 1, bytes: size, skipped: 0, failures: [] }
    } catch (error) {
      if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
      return { done: 0, bytes: 0, skipped: 0, failures: [objectFailureOf(key, error)] }
    }
  },
}

function actionsOf(change: ChangeSpec['change']): string[] {
  switch (change.kind) {
    case 'legalHold':
      return ['s3:PutObjectLegalHold']
    case 'retention':
    case 'endRetention': {
      const isForced = change.kind === 'endRetention' || change.governance_bypass
      const bypass = isForced ? ['s3:BypassGovernanceRetention'] : []
      return ['s3:GetObjectRetention', 's3:PutObjectRetention', ...bypass]
    }
    default:
      return ['s3:GetObjectTagging', 's3:PutObjectTagging']
  }
}
