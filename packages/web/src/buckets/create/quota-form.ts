import {
  type ByteUnit,
  bytesOf,
  largestExactUnit,
  MAX_QUOTA,
  type QuotaType,
  type WantedQuota,
} from '@cooperage/contract'

/** A quota as it is typed. */
export interface QuotaForm {
  isOn: boolean
  type: QuotaType
  size: string
  unit: ByteUnit
}

/** What the specification begins with (core-console 4). */
export const QUOTA_DEFAULTS: QuotaForm = { isOn: false, type: 'hard', size: '1', unit: 'TiB' }

/** A stored quota, in the largest unit in which it is a whole number. */
export function quotaFormOf(stored: { type: '' | QuotaType; quota: number }): QuotaForm {
  if (stored.type === '' || stored.quota === 0) return QUOTA_DEFAULTS
  const { size, unit } = largestExactUnit(stored.quota)
  return { isOn: true, type: stored.type, size: String(size), unit }
}

/** Why it cannot be sent; undefined when it can. */
export function quotaProblem(form: QuotaForm): 'quotaMissing' | 'quotaTooLarge' | undefined {
  if (!form.isOn) return undefined
  const amount = amountOf(form)
  if (!(amount >= 1)) return 'quotaMissing'
  return amount > MAX_QUOTA ? 'quotaTooLarge' : undefined
}

export function toQuota(form: QuotaForm): WantedQuota {
  return { enabled: form.isOn, quota_type: form.type, amount: form.isOn ? amountOf(form) : 0 }
}

/** Whole bytes; NaN for what is no number. */
function amountOf({ size, unit }: QuotaForm): number {
  return size.trim() === '' ? Number.NaN : Math.round(bytesOf(Number(size), unit))
}
