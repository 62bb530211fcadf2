import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Temporary keys of the account: each sign-in creates them, and so do programs that use STS. */
export const accountSession = z.object({
  accessKey: z.string(),
  /** When the keys expire, ISO 8601. Keys outlive their session in this console, so that transfers can finish. */
  keysExpireAt: z.string(),
  /** Whether this call was made with them. */
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

export const listAccountSessions = route('account.sessions', 'GET /api/v1/account/sessions', {
  summary: 'Lists the temporary keys of your account, among them those of this session.',
  response: z.object({
    sessions: z.array(accountSession),
    /** False if the storage server lists none, as for custom tokens. */
    isComplete: z.boolean(),
  }),
})

/** Access keys and the password stay valid. */
export const signOutEverywhere = route('account.signOutEverywhere', 'POST /api/v1/account/sign-out-everywhere', {
  summary: 'Ends all sessions of your account, including this one, by revoking all its temporary keys.',
  errors: ['SignOutUnsupported'],
})
