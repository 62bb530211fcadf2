import type { ReplicationRule } from '@cooperage/contract'

/** The host of a storage server in an address of any form, as rules have it; '' for what has none. */
export function hostOf(address: string): string {
  const { host = '' } = URL.parse(address.includes('://') ? address : `http://${address}`) ?? {}
  return host.toLowerCase()
}

/**
 * Whether the rules of a target bucket replicate back to a bucket. Undefined if that isn't known: a rule leads to a bucket of that
 * name, but the account may not see on which server.
 */
export function replicatesBack(
  rules: readonly ReplicationRule[],
  storage: string,
  bucket: string,
): boolean | undefined {
  const fitting = rules.filter(
    ({ status, destination }) => status === 'Enabled' && destination.bucket.endsWith(`:${bucket}`),
  )
  if (fitting.some(({ target }) => hostOf(target.endpoint) === hostOf(storage))) return true
  return fitting.some(({ target }) => target.endpoint === '') ? undefined : false
}
