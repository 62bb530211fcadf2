/**
 * The quota of a bucket in the payloads of `set-bucket-quota` and `get-bucket-quota`. Servers of 2021 use `quota`; current ones
 * also have `size`, which takes precedence unless it is zero. So both are written, and either is read.
 */

export interface BucketQuota {
  /** Bytes; zero for none. */
  quota: number
  /** Empty for none. `fifo` exists on servers before 2022, which then delete the oldest objects. */
  type: '' | 'hard' | 'fifo'
}

export const NO_QUOTA: BucketQuota = { quota: 0, type: '' }

/** Fields as a server sends them; absent means zero. */
export interface BucketQuotaFields {
  quota: number
  size: number
  rate: number
  requests: number
  quotatype: string
}

/** Why a payload is invalid. */
export class BucketQuotaError extends Error {
  override name = 'BucketQuotaError'
}

/**
 * Reads the payload of either side. Field names are case-insensitive, as in Go; unknown ones are ignored. A number above 2^53
 * is rounded to the nearest that can be represented.
 * @throws BucketQuotaError
 */
export function parseBucketQuotaFields(text: string): BucketQuotaFields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BucketQuotaError('The quota is not JSON.', { cause })
  }
  if (value === null) value = {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new BucketQuotaError('The quota should be a JSON object.')
  const fields = new Map(Object.entries(Object(value)).map(([name, field]) => [name.toLowerCase(), field]))
  const bytes = (name: string): number => {
    const field = fields.get(name) ?? 0
    if (typeof field !== 'number' || !Number.isInteger(field) || field < 0 || field > MAX_UINT64) {
      throw new BucketQuotaError(`${name} should be a whole number from 0.`)
    }
    return field
  }
  const quotatype = fields.get('quotatype') ?? ''
  if (typeof quotatype !== 'string') throw new BucketQuotaError('quotatype should be a text.')
  return { quota: bytes('quota'), size: bytes('size'), rate: bytes('rate'), requests: bytes('requests'), quotatype }
}

/** 2^64 - 1, which is parsed as 2^64. */
const MAX_UINT64 = 2 ** 64

/** The effective quota. An unknown type limits nothing. @throws BucketQuotaError */
export function parseBucketQuota(text: string): BucketQuota {
  const { quota, size, quotatype } = parseBucketQuotaFields(text)
  if (quotatype !== 'hard' && quotatype !== 'fifo') return NO_QUOTA
  return { quota: size || quota, type: quotatype }
}

/** For a server of any age. */
export function writeBucketQuota({ quota, type }: BucketQuota): string {
  return JSON.stringify({ quota, size: quota, rate: 0, requests: 0, quotatype: type })
}
