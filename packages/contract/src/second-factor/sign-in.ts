import * as z from 'zod/mini'
import { LOGIN_BODY_LIMIT, route } from '../route.ts'
import {
  confirmedAuthenticator,
  confirmedPasskey,
  factorProof,
  newAuthenticator,
  newPasskey,
  PROOF_ERRORS,
  passkeyChallenge,
  recoveryCodes,
} from './factors.ts'

/**
 * What a sign-in with accepted keys is refused with: which factors the account can use here. Nothing: it has to set one up. The
 * response has a cookie that is only good for the calls of this file, for ten minutes.
 */
export const factorRequest = z.object({
  factors: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  /** Name of the account. */
  account: z.string(),
})
export type FactorRequest = z.infer<typeof factorRequest>

const STEP = { auth: 'none', audit: 'sign-in', bodyLimit: LOGIN_BODY_LIMIT } as const
const ERRORS = ['LoginExpired', 'SessionTooLarge', ...PROOF_ERRORS] as const
const signedIn = { sessionId: z.string() }

export const loginSecondFactor = route('session.loginSecondFactor', 'POST /api/v1/login/second-factor', {
  ...STEP,
  summary: 'Completes a sign-in whose keys were accepted with a second factor of the account.',
  body: z.strictObject({ proof: factorProof }),
  response: z.object({
    ...signedIn,
    /** How many wrong codes or answers of a passkey were sent in sign-ins of the account since the last one, also in this one. */
    wrongFactors: z.number(),
  }),
  status: 201,
  errors: ERRORS,
})

export const loginChallenge = route('session.loginChallenge', 'POST /api/v1/login/second-factor/challenge', {
  ...STEP,
  audit: 'none',
  summary: 'Returns what a passkey has to sign to complete a sign-in.',
  response: passkeyChallenge,
  errors: ERRORS,
})

export const loginNewAuthenticator = route(
  'session.loginNewAuthenticator',
  'POST /api/v1/login/second-factor/authenticator',
  {
    ...STEP,
    audit: 'none',
    summary: 'Starts to set up an authenticator app during a sign-in of an account without factors.',
    response: newAuthenticator,
    errors: ERRORS,
  },
)

export const loginConfirmAuthenticator = route(
  'session.loginConfirmAuthenticator',
  'POST /api/v1/login/second-factor/authenticator/confirm',
  {
    ...STEP,
    summary: 'Sets up an authenticator app with its first code, and completes the sign-in.',
    body: confirmedAuthenticator,
    response: z.object({ ...signedIn, recoveryCodes }),
    status: 201,
    errors: ERRORS,
  },
)

export const loginNewPasskey = route('session.loginNewPasskey', 'POST /api/v1/login/second-factor/passkey', {
  ...STEP,
  audit: 'none',
  summary: 'Starts to set up a passkey during a sign-in of an account without factors.',
  response: newPasskey,
  errors: ERRORS,
})

export const loginConfirmPasskey = route(
  'session.loginConfirmPasskey',
  'POST /api/v1/login/second-factor/passkey/confirm',
  {
    ...STEP,
    summary: 'Sets up a passkey, and completes the sign-in.',
    body: confirmedPasskey,
    response: z.object({ ...signedIn, recoveryCodes }),
    status: 201,
    errors: ERRORS,
  },
)
