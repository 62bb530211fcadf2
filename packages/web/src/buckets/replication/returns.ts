import type { ReplicationRule } from '@cooperage/contract'

/**
 * The host of a storage server in an address of any form, as rules have it, with its port unless it is a default one; '' for what
 * has none. Addresses without a scheme have their port even then.
 */
export function hostOf(address: string): string {
  const { host = '' } = URL.parse(address.includes('://') ? address : `http://${address}`) ?? {}
  return host.toLowerCase().replace(/:(?:80|443)$/, '')
}

/**
 * Whether the rules of a target bucket replicate back to a bucket. Undefined if that isn't known: a rule leads to a bucket of that
 * name, but the account may not see on which server, or its address may be another one of this server. `others`: hosts that are
 * known to be other servers.
 */
export function replicatesBack(
  rules: readonly ReplicationRule[],
  { storage, bucket, others }: { storage: string; bucket: string; others: ReadonlySet<string> },
): boolean | undefined {
  const fitting = rules.filter(
    ({ status, destination }) => status === 'Enabled' && destination.bucket.endsWith(`:${bucket}`),
  )
  const hosts = fitting.map(({ target }) => hostOf(target.endpoint))
  if (hosts.includes(hostOf(storage))) return true
  return hosts.every((host) => others.has(host)) ? false : undefined
}
