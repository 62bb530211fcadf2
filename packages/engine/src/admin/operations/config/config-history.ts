import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

export const listConfigHistoryKv: AdminOperation = async ({ engine, query, encryptedResponse }) => {
  const count = query.get('count') ?? ''
  // MinIO's route requires a number.
  if (!/^\d+$/.test(count)) throw adminError('XMinioAdminVersionMismatch')
  return encryptedResponse(engine.config.history(Number(count)))
}

export const restoreConfigHistoryKv: AdminOperation = async ({ engine, query }) => {
  await engine.config.restore(restoreId(query))
  return { status: 200 }
}

export const clearConfigHistoryKv: AdminOperation = async ({ engine, query }) => {
  await engine.config.clearHistory(restoreId(query))
  return { status: 200 }
}

function restoreId(query: URLSearchParams): string {
  const id = query.get('restoreId') ?? ''
  if (id === '') throw adminError('InvalidRequest')
  return id
}
