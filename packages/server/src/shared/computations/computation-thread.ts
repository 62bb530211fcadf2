/**
 * The program of the threads of `Computations`. Arguments and results are copied between threads, so they are plain data. It imports
 * few modules, because a thread loads them within the time of its first call.
 */
import { effectivePermissions, policyFindings, simulate } from '@cooperage/wire/policy'
import workerpool from 'workerpool'
import { changedPermissions } from './changed-permissions.ts'
import { keyPolicyPreview } from './key-policy-preview.ts'
import { mergeTenantYaml, tenantYamlLines, tenantYamlParts, writeTenantYaml } from './tenant-yaml.ts'

const calls = {
  changedPermissions,
  effectivePermissions,
  keyPolicyPreview,
  mergeTenantYaml,
  policyFindings,
  simulate,
  tenantYamlLines,
  tenantYamlParts,
  writeTenantYaml,
}
export type ComputationThread = typeof calls

workerpool.worker(calls)
