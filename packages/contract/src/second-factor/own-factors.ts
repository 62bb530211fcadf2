import * as z from 'zod/mini'
import { route } from '../route.ts'
import {
  confirmedAuthenticator,
  confirmedPasskey,
  factorKind,
  factorMode,
  factorProof,
  newAuthenticator,
  newPasskey,
  PROOF_ERRORS,
  PROOFS,
  passkeyChallenge,
  recoveryCodes,
} from './factors.ts'

const factor = z.object({
  id: z.string(),
  kind: factorKind,
  /** Of a passkey, as its owner called it. */
  name: z.string(),
  /** Host name of the console that a passkey is for; '' for an authenticator app. */
  host: z.string(),
  /** ISO 8601. */
  created: z.string(),
  /** ISO 8601; '' if it wasn't used yet. */
  lastUsed: z.string(),
})
export type Factor = z.infer<typeof factor>

export const listOwnFactors = route('secondFactor.own', 'GET /api/v1/account/second-factor', {
  summary: 'Lists the second factors of your account.',
  response: z.object({
    mode: factorMode,
    factors: z.array(factor),
    /** How many recovery codes are left. */
    recoveryCodes: z.number(),
  }),
  errors: PROOF_ERRORS,
})

/** Needed for a change if the account has a factor. */
const proved = z.strictObject({ proof: z.optional(factorProof) })

export const newFactorChallenge = route('secondFactor.challenge', 'POST /api/v1/account/second-factor/challenge', {
  audit: 'none',
  summary: 'Returns what a passkey of your account has to sign to confirm a change of its factors.',
  response: passkeyChallenge,
  errors: PROOF_ERRORS,
})

export const startAuthenticator = route(
  'secondFactor.startAuthenticator',
  'POST /api/v1/account/second-factor/authenticator',
  {
    summary: 'Starts to set up an authenticator app. Needs a factor if your account has one.',
    body: proved,
    secrets: PROOFS,
    response: newAuthenticator,
    errors: PROOF_ERRORS,
  },
)

export const confirmAuthenticator = route(
  'secondFactor.confirmAuthenticator',
  'POST /api/v1/account/second-factor/authenticator/confirm',
  {
    summary: 'Sets up an authenticator app with its first code. With the first factor come recovery codes.',
    body: confirmedAuthenticator,
    secrets: PROOFS,
    response: z.object({ recoveryCodes }),
    status: 201,
    errors: PROOF_ERRORS,
  },
)

export const startPasskey = route('secondFactor.startPasskey', 'POST /api/v1/account/second-factor/passkey', {
  summary: 'Starts to set up a passkey. Needs a factor if your account has one.',
  body: proved,
  secrets: PROOFS,
  response: newPasskey,
  errors: PROOF_ERRORS,
})

export const confirmPasskey = route(
  'secondFactor.confirmPasskey',
  'POST /api/v1/account/second-factor/passkey/confirm',
  {
    summary: 'Sets up a passkey. With the first factor come recovery codes.',
    body: confirmedPasskey,
    secrets: PROOFS,
    response: z.object({ recoveryCodes }),
    status: 201,
    errors: PROOF_ERRORS,
  },
)

export const removeFactor = route('secondFactor.remove', 'POST /api/v1/account/second-factor/remove', {
  summary: 'Removes a factor of your account, with the recovery codes if it is the last one.',
  body: z.strictObject({ id: z.string().check(z.maxLength(2048)), proof: factorProof }),
  secrets: PROOFS,
  errors: PROOF_ERRORS,
})

export const renewRecoveryCodes = route(
  'secondFactor.renewRecoveryCodes',
  'POST /api/v1/account/second-factor/recovery-codes',
  {
    summary: 'Replaces the recovery codes of your account.',
    body: z.strictObject({ proof: factorProof }),
    secrets: PROOFS,
    response: z.object({ recoveryCodes }),
    status: 201,
    errors: PROOF_ERRORS,
  },
)
