import { iamError } from './errors.ts'
import type { ServiceAccountRecord } from './records.ts'
import type { IamTables } from './tables.ts'

/**
 * Asked in the change that makes keys: their account may have been removed since they were asked for, and the next one of
 * that name must not have them. Whom an identity provider vouches for has no record here.
 * @throws WireError XMinioAdminNoSuchUser
 */
export function checkParent(
  tables: IamTables,
  root: string,
  { parent, claims }: Pick<ServiceAccountRecord, 'parent' | 'claims'>,
): void {
  if (parent === root || claims !== undefined || tables.get('user', parent) !== undefined) return
  throw iamError('NoSuchUser')
}
