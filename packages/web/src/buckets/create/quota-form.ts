import { bytesOf, MAX_QUOTA, type QuotaRequest, type QuotaType } from '@cooperage/contract'
import { type SizeInput, sizeInput } from '../../shared/fields/size.ts'

/** The values of the quota fields. */
export interface QuotaForm {
  isOn: boolean
  type: QuotaType
  size: SizeInput
}

/** The initial values of the specification (core-console 4). */
export const QUOTA_DEFAULTS: QuotaForm = { isOn: false, type: 'hard', size: { amount: '1', unit: 'TiB' } }

/** A stored quota, in the largest unit in which it is an integer. */
export function quotaFormOf(stored: { type: '' | QuotaType; quota: number }): QuotaForm {
  if (stored.type === '' || stored.quota === 0) return QUOTA_DEFAULTS
  return { isOn: true, type: stored.type, size: sizeInput(stored.quota) }
}

/** Why the form can't be submitted; undefined if it can. */
export function quotaProblem(form: QuotaForm): 'quotaMissing' | 'quotaTooLarge' | undefined {
  if (!form.isOn) return undefined
  const amount = bytesOfQuota(form.size)
  if (!(amount >= 1)) return 'quotaMissing'
  return amount > MAX_QUOTA ? 'quotaTooLarge' : undefined
}

export function toQuota({ isOn, type, size }: QuotaForm): QuotaRequest {
  return { enabled: isOn, quota_type: type, amount: isOn ? bytesOfQuota(size) : 0 }
}

/** Whole bytes, NaN if it isn't a number. Up to 8 EiB, where a number is no longer exact to the byte. */
function bytesOfQuota({ amount, unit }: SizeInput): number {
  return amount.trim() === '' ? Number.NaN : Math.round(bytesOf(Number(amount), unit))
}
