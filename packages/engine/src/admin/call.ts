import type { Engine } from '../engine.ts'
import type { Answer } from '../http/answer.ts'
import type { Caller } from '../identity/caller.ts'
import type { Permissions } from '../identity/permissions.ts'

/** A verified request to the admin API. */
export interface AdminCall {
  engine: Engine
  caller: Caller
  query: URLSearchParams
  /** Values of the `{…}` segments of the route's path. */
  parameters: Readonly<Record<string, string>>
  allows: Permissions
}

export type AdminOperation = (call: AdminCall) => Promise<Answer>
