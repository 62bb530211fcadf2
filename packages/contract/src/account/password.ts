import * as z from 'zod/mini'
import { route } from '../route.ts'

/**
 * Changes the secret key of the signed-in user and starts a new session, as a sign-in does. Other sessions and access keys
 * stay valid; see `account.signOutEverywhere`. Wrong passwords count as refused sign-ins.
 */
export const changePassword = route('account.changePassword', 'POST /api/v1/account/change-password', {
  summary: 'Changes your own password.',
  body: z.strictObject({
    current_secret_key: z.string().check(z.minLength(1), z.maxLength(1024)),
    new_secret_key: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: ['WrongPassword', 'InvalidSecretKey', 'RootPassword', 'ExternalPassword', 'TooManyRequests'],
})
