import { bytesOf, MAX_QUOTA, type QuotaRequest, type QuotaType } from '@cooperage/contract'
import { type SizeInput, sizeInput } from '../../shared/fields/size.ts'

/** A quota as it is typed. */
export interface QuotaForm {
  isOn: boolean
  type: QuotaType
  size: SizeInput
}

/** What the specification begins with (core-console 4). */
export const QUOTA_DEFAULTS: QuotaForm = { isOn: false, type: 'hard', size: { amount: '1', unit: 'TiB' } }

/** A stored quota, in the largest unit in which it is a whole number. */
export function quotaFormOf(stored: { type: '' | QuotaType; quota: number }): QuotaForm {
  if (stored.type === '' || stored.quota === 0) return QUOTA_DEFAULTS
  return { isOn: true, type: stored.type, size: sizeInput(stored.quota) }
}

/** Why it cannot be sent; undefined when it can. */
export function quotaProblem(form: QuotaForm): 'quotaMissing' | 'quotaTooLarge' | undefined {
  if (!form.isOn) return undefined
  const amount = bytesOfQuota(form.size)
  if (!(amount >= 1)) return 'quotaMissing'
  return amount > MAX_QUOTA ? 'quotaTooLarge' : undefined
}

export function toQuota({ isOn, type, size }: QuotaForm): QuotaRequest {
  return { enabled: isOn, quota_type: type, amount: isOn ? bytesOfQuota(size) : 0 }
}

/** Whole bytes, NaN for what is no number. Unlike other sizes it may be more than a number holds to the byte: up to 8 EiB. */
function bytesOfQuota({ amount, unit }: SizeInput): number {
  return amount.trim() === '' ? Number.NaN : Math.round(bytesOf(Number(amount), unit))
}
