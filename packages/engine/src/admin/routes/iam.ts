import { accountInfo } from '../operations/iam/account-info.ts'
import { revokeTokens } from '../operations/iam/revoke-tokens.ts'
import type { AdminRoute } from '../route.ts'

/** Accounts and what they may do. */
export const IAM_ROUTES: readonly AdminRoute[] = [
  ['AccountInfo', 'GET accountinfo', null, accountInfo],
  ['RevokeTokens', 'POST revoke-tokens/{provider}', null, revokeTokens],
]
