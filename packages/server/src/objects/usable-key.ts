import { AppError, objectNameProblem } from '@cooperage/contract'

/** A key that the storage server can hold unchanged. @throws AppError InvalidObjectName */
export function usableKey(key: string): string {
  const reason = objectNameProblem(key)
  if (reason !== undefined) throw new AppError('InvalidObjectName', { reason })
  return key
}
