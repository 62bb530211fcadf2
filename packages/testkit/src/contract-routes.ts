import type { Route, Socket } from '@cooperage/contract'
import * as contract from '@cooperage/contract'
import { compareText } from '@cooperage/wire'

const declared = Object.values<unknown>(contract)
  .filter(
    (value): value is { id: string } => typeof value === 'object' && value !== null && 'id' in value && 'path' in value,
  )
  .sort((a, b) => compareText(a.id, b.id))

/** Every call of the contract, by its id. */
export const ROUTES = declared.filter((value): value is Route => 'method' in value)
/** Every live view of the contract. */
export const SOCKETS = declared.filter((value): value is Socket => 'message' in value)
