/** `unknown` until the server has reported whether the account has the permission. */
export type TabAccess = 'open' | 'denied' | 'unknown'

/** A tab without a permission is open: what can't be read there is reported in place. */
export function tabAccess(permission: { isGranted: boolean | undefined } | undefined): TabAccess {
  if (permission === undefined || permission.isGranted === true) return 'open'
  return permission.isGranted === false ? 'denied' : 'unknown'
}
