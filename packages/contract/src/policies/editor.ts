import * as z from 'zod/mini'
import { route } from '../route.ts'
import { MAX_POLICY_BYTES } from './policies.ts'

/** What a policy may name: the words that an editor offers. They are the same for everybody and from day to day. */
export const policyCatalogue = z.object({
  actions: z.array(
    z.object({
      name: z.string(),
      service: z.enum(['s3', 'admin', 'sts', 'kms']),
      /** What a request for it names: an object, a bucket, or neither. */
      target: z.enum(['object', 'bucket', 'server']),
      /** Condition keys that it has besides those that every action of S3 has. */
      ownKeys: z.array(z.string()),
    }),
  ),
  /** Keys of every S3 action; they are also the policy variables. */
  commonKeys: z.array(z.string()),
  conditionKeys: z.array(z.string()),
  operators: z.array(z.string()),
  /** What may stand before an operator and a colon. */
  qualifiers: z.array(z.string()),
})
export type PolicyCatalogue = z.infer<typeof policyCatalogue>

export const getPolicyCatalogue = route({
  id: 'policies.catalogue',
  method: 'GET',
  path: '/api/v1/policy-catalogue',
  summary: 'Lists the actions, condition keys and operators that policies can use.',
  response: policyCatalogue,
})

export const FINDING_CODES = [
  'NotJson',
  'TooLong',
  'NoVersion',
  'WrongVersion',
  'NoStatement',
  'UnknownField',
  'NoEffect',
  'BadEffect',
  'NoAction',
  'UnknownAction',
  'MixedServices',
  'NoResource',
  'BadResource',
  'OtherBucket',
  'NoPrincipal',
  'UnknownOperator',
  'UnknownConditionKey',
  'KeyNotForAction',
  'Refused',
  'MatchesNothing',
  'DuplicateSid',
  'PublicPrincipal',
  'PrincipalIgnored',
  'RootPower',
  'SameAsEarlier',
  'AlwaysDenied',
  'NotActionLost',
] as const

export const policyFinding = z.object({
  code: z.enum(FINDING_CODES),
  /** `error`: the server refuses the policy for it. */
  severity: z.enum(['error', 'warning', 'info']),
  /** Where, in UTF-16 units of the text; `to` is behind the last. */
  from: z.number(),
  to: z.number(),
  /** The name that it is about, the number of a statement or of bytes, or the words in which a server refuses it. */
  detail: z.string(),
  /** What may have been meant; '' when nothing comes near. */
  suggestion: z.string(),
})
export type PolicyFinding = z.infer<typeof policyFinding>

/** Reads nothing at the storage: it says what a server would say. */
export const checkPolicyText = route({
  id: 'policies.check',
  method: 'POST',
  administrative: false,
  path: '/api/v1/policy-check',
  summary: 'Checks the text of a policy and returns errors and warnings with their positions.',
  body: z.strictObject({
    policy: z.string().check(z.maxLength(4 * MAX_POLICY_BYTES)),
    /** The bucket whose own policy it is to be; '' for a policy of users and groups. */
    bucket: z._default(z.string().check(z.maxLength(255)), ''),
  }),
  response: z.object({ findings: z.array(policyFinding) }),
})
