import type { AdminOperation } from './call.ts'

/**
 * A call: its name, its pattern, the permission checked before it runs (null when the operation checks it or none is needed)
 * and its operation. `{…}` in the path matches any segment. Query parameters in the pattern are required; without them the
 * call is unknown, as in MinIO.
 */
export type AdminRoute = readonly [operation: string, pattern: string, permission: string | null, run: AdminOperation]
