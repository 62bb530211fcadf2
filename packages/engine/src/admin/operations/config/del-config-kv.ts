import type { AdminOperation } from '../../call.ts'
import { appliedResponse } from './applied-response.ts'

export const delConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedResponse(await engine.config.delete((await encryptedBody()).toString()))
