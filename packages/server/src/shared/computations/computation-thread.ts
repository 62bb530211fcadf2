/**
 * The program of the threads of `Computations`. Arguments and results are copied between threads, so they are plain data. It imports
 * few modules, because a thread loads them within the time of its first call.
 */
import { effectivePermissions, policyFindings, simulate } from '@cooperage/wire/policy'
import workerpool from 'workerpool'
import { readBatchJob, shownBatchJob, wholeBucketOf } from './batch-job.ts'
import { bucketPrincipals } from './bucket-principals.ts'
import { changedPermissions } from './changed-permissions.ts'
import type * as ImportSteps from './iam-import/import-steps.ts'
import { keyPolicyPreview } from './key-policy-preview.ts'
import { mergeTenantYaml, tenantYamlLines, tenantYamlParts, writeTenantYaml } from './tenant-yaml.ts'
import type { WrittenResponse } from './written-response.ts'

/** They are loaded when they are used, because they import more than all others. */
async function importStep<T>(
  step: (steps: typeof ImportSteps) => Promise<T>,
  passOn: (result: T) => T = (result) => result,
): Promise<T> {
  try {
    return passOn(await step(await import('./iam-import/import-steps.ts')))
  } catch (error) {
    // Without this, the pool leaves out what the details contain.
    if (error instanceof Error && 'details' in error) Object.assign(error, { toJSON: () => ({ ...error }) })
    throw error
  }
}

/** The main thread gets the response itself: a copy of tens of megabytes would delay others. */
function moved<T extends WrittenResponse>(result: T): T {
  return new workerpool.Transfer(result, [result.response.buffer]) as unknown as T
}

const calls = {
  archivedAccounts: (...args: Parameters<typeof ImportSteps.archivedAccounts>) =>
    importStep((steps) => steps.archivedAccounts(...args), moved),
  archivedSecrets: (...args: Parameters<typeof ImportSteps.archivedSecrets>) =>
    importStep((steps) => steps.archivedSecrets(...args)),
  bucketPrincipals: (...args: Parameters<typeof bucketPrincipals>) => moved(bucketPrincipals(...args)),
  changedPermissions,
  effectivePermissions,
  iamImportOutcome: (...args: Parameters<typeof ImportSteps.iamImportOutcome>) =>
    importStep((steps) => steps.iamImportOutcome(...args), moved),
  iamPreview: (...args: Parameters<typeof ImportSteps.iamPreview>) =>
    importStep((steps) => steps.iamPreview(...args), moved),
  iamStatusChanges: (...args: Parameters<typeof ImportSteps.iamStatusChanges>) =>
    importStep((steps) => steps.iamStatusChanges(...args)),
  keyPolicyPreview,
  mergeTenantYaml,
  nextIamImport: (...args: Parameters<typeof ImportSteps.nextIamImport>) =>
    importStep((steps) => steps.nextIamImport(...args)),
  policyFindings,
  readBatchJob,
  shownBatchJob,
  simulate,
  tenantYamlLines,
  tenantYamlParts,
  wholeBucketOf,
  writeTenantYaml,
}
export type ComputationThread = typeof calls

workerpool.worker(calls)
