/** The calls of the admin API under `/minio/admin/v3/`. What is not here is answered 426, by which clients learn what a server can do. */
import type { AdminOperation } from './call.ts'
import { accountInfo } from './operations/account-info.ts'
import { dataUsageInfo } from './operations/data-usage-info.ts'
import { revokeTokens } from './operations/revoke-tokens.ts'
import { serverInfo } from './operations/server-info.ts'
import { storageInfo } from './operations/storage-info.ts'

/** The permission asked before the operation runs; null where it asks itself or everybody may. */
export type AdminRoute = readonly [operation: string, pattern: string, permission: string | null, run: AdminOperation]

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ['ServerInfo', 'GET info', 'admin:ServerInfo', serverInfo],
  ['StorageInfo', 'GET storageinfo', 'admin:StorageInfo', storageInfo],
  ['DataUsageInfo', 'GET datausageinfo', 'admin:DataUsageInfo', dataUsageInfo],
  ['AccountInfo', 'GET accountinfo', null, accountInfo],
  ['RevokeTokens', 'POST revoke-tokens/{provider}', null, revokeTokens],
]
