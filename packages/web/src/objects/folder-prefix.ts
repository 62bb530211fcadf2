/**
 * The folder that a typed path means within another; undefined while nothing is typed. Spaces around it and slashes at
 * its ends are slips, those inside it are meant.
 */
export function folderPrefix(within: string, typed: string): string | undefined {
  const path = typed.trim().replace(/^\/+|\/+$/g, '')
  return path === '' ? undefined : `${within}${path}/`
}
