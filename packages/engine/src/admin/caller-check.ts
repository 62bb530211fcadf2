/** Who calls, and what it may do: asked when a call comes, and again when its body has come, which may be a while later. */
import type { VerifiedRequest } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import { authenticate } from '../identity/authenticate.ts'
import type { Caller } from '../identity/caller.ts'
import { type Permissions, permissionsOf } from '../identity/permissions.ts'
import { s3Error } from '../s3/errors.ts'

export interface CheckedCaller {
  caller: Caller
  verified: VerifiedRequest
  allows: Permissions
  /** @throws WireError when by now the caller would be refused, or something that was allowed is allowed no more */
  checkAgain(): void
}

/** @throws WireError */
export function checkCaller(engine: Engine, exchange: Exchange): CheckedCaller {
  const now = new Date()
  // The admin client of MinIO signs without a region, whatever the server's is.
  const identify = () => authenticate(engine, exchange, { region: '', now })
  const { caller, verified } = identify()
  let permissions = permissionsOf(engine, caller, exchange)
  const allowed: ((by: Permissions) => boolean)[] = []
  const ask = (question: (by: Permissions) => boolean) => {
    const isAllowed = question(permissions)
    if (isAllowed) allowed.push(question)
    return isAllowed
  }
  return {
    caller,
    verified,
    allows: Object.assign((...of: Parameters<Permissions>) => ask((by) => by(...of)), {
      somewhere: (...of: Parameters<Permissions['somewhere']>) => ask((by) => by.somewhere(...of)),
      unlessDenied: (...of: Parameters<Permissions['unlessDenied']>) => ask((by) => by.unlessDenied(...of)),
      onOwnKeys: (...of: Parameters<Permissions['onOwnKeys']>) => ask((by) => by.onOwnKeys(...of)),
    }),
    checkAgain() {
      permissions = permissionsOf(engine, identify().caller, exchange)
      if (!allowed.every((question) => question(permissions))) throw s3Error('AccessDenied')
    },
  }
}
