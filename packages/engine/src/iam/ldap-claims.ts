import type { DirectoryEntry } from '@cooperage/directory'
import type { Claims } from './records.ts'

/** The claims of a directory's user, under the names that policies and MinIO's clients know. */
export function ldapClaims(username: string, { dn, actualDn, attributes }: DirectoryEntry): Claims {
  const more = Object.entries(attributes).map(([name, values]) => [`ldapAttrib_${name}`, values] as const)
  return { ldapUser: dn, ldapActualUser: actualDn, ldapUsername: username, ...Object.fromEntries(more) }
}

/** Whether the claims are those of a directory's user, not of a user of an OpenID provider. */
export function isLdapClaims(claims: Claims | undefined): boolean {
  return claims?.ldapUser !== undefined
}
