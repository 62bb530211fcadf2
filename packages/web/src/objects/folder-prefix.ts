/**
 * The folder that a typed path means within another; undefined if it is empty. Spaces around it and slashes at its ends are
 * typing errors, those inside are kept.
 */
export function folderPrefix(within: string, typed: string): string | undefined {
  const path = typed.trim().replace(/^\/+|\/+$/g, '')
  return path === '' ? undefined : `${within}${path}/`
}
