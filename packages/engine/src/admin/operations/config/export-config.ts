import type { AdminOperation } from '../../call.ts'

/** Everything, secrets too: it is for whoever may change them anyway, and travels encrypted. */
export const exportConfig: AdminOperation = async ({ engine, encryptedResponse }) =>
  encryptedResponse(engine.config.export())
