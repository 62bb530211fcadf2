/** What a redirect address may hold in place of the host that the visitor sees; also in its percent-encoded form. */
const HOSTNAME = /\[HOSTNAME\]|%5BHOSTNAME%5D/gi

/**
 * The identity provider's address with the hostname placeholder replaced by the current host (spec core-console 2);
 * undefined when there is none, or none that a browser should be sent to.
 */
export function ssoRedirect(redirect: string, hostname: string): string | undefined {
  const address = redirect.replace(HOSTNAME, hostname)
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}
