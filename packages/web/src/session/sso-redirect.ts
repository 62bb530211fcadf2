/** The address of a provider is valid for ten minutes; it is renewed well before. */
export const LOGIN_REFRESH_MS = 5 * 60_000

/** The placeholder for the host name in a redirect address, plain or percent-encoded. */
const HOSTNAME = /\[HOSTNAME\]|%5BHOSTNAME%5D/gi

/**
 * The identity provider's address with the hostname placeholder replaced by the current host (spec core-console 2);
 * undefined if there is none, or none that is safe to redirect to.
 */
export function ssoRedirect(redirect: string, hostname: string): string | undefined {
  const address = redirect.replace(HOSTNAME, hostname)
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}
