import type { AdminOperation } from '../../call.ts'

/** Includes secrets: the caller may change them anyway, and the response is encrypted. */
export const exportConfig: AdminOperation = async ({ engine, encryptedResponse }) =>
  encryptedResponse(engine.config.export())
