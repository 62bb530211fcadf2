/** `unknown` until the server has said whether the account has the permission. */
export type TabAccess = 'open' | 'denied' | 'unknown'

/** A tab without a permission of its own is open: what cannot be read there says so itself. */
export function tabAccess(permission: { answer: boolean | undefined } | undefined): TabAccess {
  if (permission === undefined || permission.answer === true) return 'open'
  return permission.answer === false ? 'denied' : 'unknown'
}
