/** Search filters of LDAP directories (RFC 4515), as they are configured in MinIO: `%s` is the user name, `%d` the distinguished name. */

/** The filter for one user. The names are escaped, so they can't change the filter. */
export function fillFilter(template: string, { username, dn = '' }: { username: string; dn?: string }): string {
  // In one pass, so that a name that contains `%d` isn't changed.
  return template.replace(/%[sd]/g, (place) => escapeFilter(place === '%s' ? username : dn))
}

/** The text as a value in a filter. */
function escapeFilter(text: string): string {
  return text.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
