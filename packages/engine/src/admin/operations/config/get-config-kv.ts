import type { AdminOperation } from '../../call.ts'

/** The effective settings of one section, without secrets. */
export const getConfigKv: AdminOperation = async ({ engine, query, encryptedResponse }) =>
  encryptedResponse(engine.config.show(query.get('key') ?? ''))
