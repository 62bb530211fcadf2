import type { AdminOperation } from '../../call.ts'
import { appliedResponse } from './applied-response.ts'

export const setConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedResponse(await engine.config.set((await encryptedBody()).toString()))
