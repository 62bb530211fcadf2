/** Authenticates the caller and records the granted permissions, so that both can be checked again after the body arrives. */
import type { VerifiedRequest } from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import { authenticate } from '../identity/authenticate.ts'
import type { Caller } from '../identity/caller.ts'
import { type Permissions, permissionsOf } from '../identity/permissions.ts'
import type { IdentityServices } from '../identity/services.ts'
import { s3Error } from '../s3/errors.ts'

interface CheckedCaller {
  caller: Caller
  verified: VerifiedRequest
  allows: Permissions
  /** @throws WireError when the caller is no longer valid or has lost a permission that was granted before */
  checkAgain(): void
}

/** @throws WireError */
export function checkCaller(engine: IdentityServices, exchange: Exchange): CheckedCaller {
  const now = new Date()
  // MinIO's admin client always signs with an empty region.
  const authenticateCaller = () => authenticate(engine, exchange, { region: '', now })
  const { caller, verified } = authenticateCaller()
  let permissions = permissionsOf(engine, caller, exchange)
  const granted: ((permissions: Permissions) => boolean)[] = []
  const check = (isGranted: (permissions: Permissions) => boolean) => {
    const isAllowed = isGranted(permissions)
    if (isAllowed) granted.push(isGranted)
    return isAllowed
  }
  return {
    caller,
    verified,
    allows: Object.assign((...args: Parameters<Permissions>) => check((by) => by(...args)), {
      somewhere: (...args: Parameters<Permissions['somewhere']>) => check((by) => by.somewhere(...args)),
      unlessDenied: (...args: Parameters<Permissions['unlessDenied']>) => check((by) => by.unlessDenied(...args)),
      onOwnKeys: (...args: Parameters<Permissions['onOwnKeys']>) => check((by) => by.onOwnKeys(...args)),
    }),
    checkAgain() {
      permissions = permissionsOf(engine, authenticateCaller().caller, exchange)
      if (!granted.every((isGranted) => isGranted(permissions))) throw s3Error('AccessDenied')
    },
  }
}
