/** The visitor's own account: its language, its password and its sessions. */
import * as z from 'zod/mini'
import { LANGUAGES } from '../languages.ts'
import { route } from '../route.ts'

const TAGS = LANGUAGES.map(({ tag }) => tag)

/** The session has it as `language`. Pages of the account show it in every browser. */
export const keepAccountLanguage = route({
  id: 'account.language',
  method: 'PUT',
  path: '/api/v1/account/language',
  audit: 'none',
  summary: 'Keeps the language that your account has chosen for the pages of this console.',
  body: z.strictObject({ language: z.enum(TAGS) }),
  errors: ['ConsoleStoreUnavailable'],
})

/**
 * Changes the secret key of the signed-in user and starts a new session, as a sign-in does. Other sessions and access keys
 * stay valid; see `account.signOutEverywhere`. Wrong passwords count as refused sign-ins.
 */
export const changePassword = route({
  id: 'account.changePassword',
  method: 'POST',
  path: '/api/v1/account/change-password',
  summary: 'Changes your own password.',
  body: z.strictObject({
    current_secret_key: z.string().check(z.minLength(1), z.maxLength(1024)),
    new_secret_key: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: ['WrongPassword', 'InvalidSecretKey', 'RootPassword', 'ExternalPassword', 'TooManyRequests'],
})

/** Temporary keys of the account: each sign-in creates them, and so do programs that use STS. */
export const accountSession = z.object({
  accessKey: z.string(),
  /** When the keys expire, ISO 8601. Keys outlive their session in this console, so that transfers can finish. */
  keysExpireAt: z.string(),
  /** Whether this call was made with them. */
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

export const listAccountSessions = route({
  id: 'account.sessions',
  method: 'GET',
  path: '/api/v1/account/sessions',
  summary: 'Lists the temporary keys of your account, among them those of this session.',
  response: z.object({
    sessions: z.array(accountSession),
    /** False if the storage server lists none, as for custom tokens. */
    isComplete: z.boolean(),
  }),
})

/** Access keys and the password stay valid. */
export const signOutEverywhere = route({
  id: 'account.signOutEverywhere',
  method: 'POST',
  path: '/api/v1/account/sign-out-everywhere',
  summary: 'Ends all sessions of your account, including this one, by revoking all its temporary keys.',
  errors: ['SignOutUnsupported'],
})
