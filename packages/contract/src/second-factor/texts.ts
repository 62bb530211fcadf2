import { textsOf } from '../text.ts'

/** Why a second factor is needed, or can't be used. Whole sentences, with the next step. */
export const SECOND_FACTOR_TEXTS = {
  needed:
    'This account needs its second factor. Enter it on the sign-in page. A script sends it to POST /api/v1/login/second-factor, with the cookie of this response.',
  missing:
    'This console requires a second factor, and this account has none yet. Sign in on the sign-in page of the console to set one up.',
  wrongCode:
    'This code is wrong, has expired or was already used. Wait for the next code of your app, or use another factor.',
  wrongRecoveryCode: 'This recovery code is wrong or was already used. Enter another one.',
  wrongPasskey: 'The console doesn’t accept this answer of a passkey. Try again, or use another factor.',
  proofMissing: 'Confirm this change with a second factor of your account.',
  ownReset: 'These are your own second factors. Remove them on the Account page, with one of them.',
  otherHost:
    'This account has no second factor that works here: its passkeys belong to {{hosts}}. Open the console there, or ask an administrator to reset its factors.',
  off: 'This console doesn’t ask for second factors. An administrator can change that on the Identity providers page.',
  elsewhere: 'You signed in in a way that has no second factor in this console. Set one up where you sign in.',
  unnamed: 'The storage server doesn’t say which account this is, so the console can’t check its second factor.',
  hasAuthenticator: 'This account already has an authenticator app. Remove it first.',
  hasFactor: 'This account already has a second factor. Sign in again, and use it.',
  tooManyPasskeys: 'An account can have {{limit}} passkeys. Remove one first.',
  setupExpired: 'This was started more than ten minutes ago, or is already completed. Start again.',
  noSuchFactor: 'This account has no such factor. Reload the page.',
  noFactors: 'This account has no second factors, so there is nothing to reset.',
  noAddress: 'Passkeys need a console with HTTPS and a host name. Use an authenticator app.',
} as const

export const secondFactorText = textsOf('factorReason', SECOND_FACTOR_TEXTS)
