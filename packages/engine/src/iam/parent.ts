import { iamError } from './errors.ts'
import type { ServiceAccountRecord } from './records.ts'
import type { IamTables } from './tables.ts'

/**
 * Checks, within the change that creates keys, that their account still exists. Otherwise a later account of the same name
 * would inherit them. External identities have no user record.
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
