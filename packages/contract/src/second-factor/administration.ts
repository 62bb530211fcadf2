import * as z from 'zod/mini'
import { route } from '../route.ts'
import { factorMode, factorProof, PROOF_ERRORS, PROOFS } from './factors.ts'

const accountFactors = z.object({
  account: z.string(),
  authenticator: z.boolean(),
  passkeys: z.number(),
  recoveryCodes: z.number(),
  /** When one of them was last used, ISO 8601; '' if none was. */
  lastUsed: z.string(),
})
export type AccountFactors = z.infer<typeof accountFactors>

export const listFactors = route('secondFactor.list', 'GET /api/v1/second-factor', {
  summary:
    'Returns whether this console asks for second factors, and which accounts have any. Needs admin:ConfigUpdate.',
  response: z.object({ mode: factorMode, accounts: z.array(accountFactors) }),
  errors: ['ConsoleStoreUnavailable'],
})

/** Who has a factor needs it to ask less of everybody, and to reset others. */
const proof = z.optional(factorProof)

/** Sessions continue. Factors are kept while it is off. */
export const changeFactorMode = route('secondFactor.changeMode', 'PUT /api/v1/second-factor', {
  summary:
    'Changes whether this console asks for second factors. Needs admin:ConfigUpdate, and to ask for fewer a factor if your account has one.',
  body: z.strictObject({ mode: factorMode, proof }),
  secrets: PROOFS,
  errors: PROOF_ERRORS,
})

export const resetFactors = route('secondFactor.reset', 'DELETE /api/v1/second-factor/accounts', {
  summary:
    'Removes all second factors of another account. Needs admin:CreateUser, as changing its password does; for root and accounts of a directory admin:ConfigUpdate. Needs a factor if your account has one.',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  body: z.optional(z.strictObject({ proof })),
  secrets: PROOFS,
  errors: PROOF_ERRORS,
})
