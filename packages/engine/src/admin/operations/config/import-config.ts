import type { AdminOperation } from '../../call.ts'

export const importConfig: AdminOperation = async ({ engine, encryptedBody }) => {
  await engine.config.import((await encryptedBody()).toString())
  return { status: 200 }
}
