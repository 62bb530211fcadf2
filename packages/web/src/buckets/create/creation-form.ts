import type { createBucket } from '@cooperage/contract'
import type { CallInput } from '../../shared/api/call.ts'
import { QUOTA_DEFAULTS, type QuotaForm, quotaProblem, toQuota } from './quota-form.ts'
import { RETENTION_DEFAULTS, type RetentionForm, retentionProblem, toRetention } from './retention-form.ts'

/** The values of the form (spec core-console 4). */
export interface CreationForm {
  name: string
  versioning: boolean
  locking: boolean
  quota: QuotaForm
  retention: RetentionForm & { isOn: boolean }
}

const NO_RETENTION = { ...RETENTION_DEFAULTS, isOn: false }

export const CREATION_DEFAULTS: CreationForm = {
  name: '',
  versioning: false,
  locking: false,
  quota: QUOTA_DEFAULTS,
  retention: NO_RETENTION,
}

/** Retention is offered only with versioning: without it, its settings are reset. */
export function withVersioning(form: CreationForm, versioning: boolean): CreationForm {
  // A bucket with locking is versioned whatever the form sends, so the form can't differ.
  return versioning ? { ...form, versioning } : { ...form, versioning, locking: false, retention: NO_RETENTION }
}

export function withLocking(form: CreationForm, locking: boolean): CreationForm {
  return { ...form, locking, versioning: locking || form.versioning }
}

/** Retention turns locking on, and locking can't be turned off while it is on. */
export function withRetention(form: CreationForm, isOn: boolean): CreationForm {
  return { ...form, locking: isOn || form.locking, retention: { ...form.retention, isOn } }
}

type CreationProblem = 'nameMissing' | ReturnType<typeof quotaProblem> | ReturnType<typeof retentionProblem>

/** Why the form can't be submitted (spec core-console 5). Other problems with the name are left to the storage server. */
export function creationProblem({ name, quota, retention }: CreationForm): CreationProblem {
  if (name.trim() === '') return 'nameMissing'
  return quotaProblem(quota) ?? (retention.isOn ? retentionProblem(retention) : undefined)
}

export function toCreation(form: CreationForm): CallInput<typeof createBucket>['body'] {
  const { versioning, locking, quota, retention } = form
  return {
    name: form.name.trim(),
    versioning,
    locking,
    ...(quota.isOn && { quota: toQuota(quota) }),
    ...(retention.isOn && { retention: toRetention(retention) }),
  }
}
