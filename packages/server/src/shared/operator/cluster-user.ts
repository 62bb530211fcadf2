/** A user of the cluster as pages name it: `system:serviceaccount:team:jane` is `team/jane`. */
export function shortUserName(account: string): string {
  return account.replace(/^system:serviceaccount:([^:]+):/, '$1/')
}
