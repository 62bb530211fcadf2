import type { AdminOperation } from '../../call.ts'

/** What is in force, of one section, without secrets. */
export const getConfigKv: AdminOperation = async ({ engine, query, encryptedResponse }) =>
  encryptedResponse(engine.config.show(query.get('key') ?? ''))
