import type { AdminOperation } from '../../call.ts'
import { appliedAnswer } from './applied-answer.ts'

export const delConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedAnswer(await engine.config.delete((await encryptedBody()).toString()))
