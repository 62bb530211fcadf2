import type { AdminOperation } from './call.ts'

/**
 * One call: its name, its pattern, the permission asked before it runs (null where it asks itself or everybody may), and
 * what runs. `{…}` in the pattern's path is any segment; parameters named in its query have to be there, as at MinIO,
 * whose answer without them is that of an unknown call.
 */
export type AdminRoute = readonly [operation: string, pattern: string, permission: string | null, run: AdminOperation]
