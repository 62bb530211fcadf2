import { type FormFields, verifyPostForm } from '@cooperage/wire'
import { ANONYMOUS, type Caller } from './caller.ts'
import { findCaller } from './callers.ts'
import type { IdentityServices } from './services.ts'

/** Verifies a form upload and returns the caller who signed its policy. @throws WireError */
export function authenticateForm(engine: IdentityServices, fields: FormFields): Caller {
  let caller = ANONYMOUS
  verifyPostForm(fields, {
    region: engine.region,
    acceptsSignatureV2: engine.acceptsSignatureV2,
    lookup(accessKey) {
      const found = findCaller(engine, accessKey)
      if (found === undefined) return undefined
      caller = found
      const { secretKey, temporary } = found
      return temporary === undefined ? { secretKey } : { secretKey, sessionToken: temporary.sessionToken }
    },
  })
  return caller
}
