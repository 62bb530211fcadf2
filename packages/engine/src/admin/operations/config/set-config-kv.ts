import type { AdminOperation } from '../../call.ts'
import { appliedAnswer } from './applied-answer.ts'

export const setConfigKv: AdminOperation = async ({ engine, encryptedBody }) =>
  appliedAnswer(await engine.config.set((await encryptedBody()).toString()))
