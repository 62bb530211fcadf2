import * as z from 'zod/mini'
import { rule } from '../input-texts.ts'
import { route } from '../route.ts'
import { isTooDeep } from './policy-text.ts'

/** A policy of the server (spec core-console 3): its name, and its JSON text with lists sorted. */
export const policy = z.object({ name: z.string(), policy: z.string() })
export type Policy = z.infer<typeof policy>

/** Maximum number of policies in a list to attach from (spec core-console 9). */
export const POLICY_LIST_LIMIT = 1000

/** Maximum size of a policy that servers accept, in bytes. */
export const MAX_POLICY_BYTES = 20 * 1024

/** The JSON text of a policy that may be indented. */
export const policyText = z.string().check(
  z.maxLength(4 * MAX_POLICY_BYTES),
  z.refine((text) => !isTooDeep(text), rule('nesting')),
)

const policyName = z.string().check(z.minLength(1), z.maxLength(1024))

export const policyParams = z.strictObject({ name: policyName })

export const listPolicies = route({
  id: 'policies.list',
  method: 'GET',
  path: '/api/v1/policies',
  summary: 'Lists the policies that can be attached to users and groups, by name.',
  query: z.strictObject({ limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  /** `total` is the number of all policies, regardless of the limit. */
  response: z.object({ policies: z.array(policy), total: z.number() }),
})

/** A policy with its details. */
export const policyDetails = z.object({
  name: z.string(),
  policy: z.string(),
  /** Whether it is a built-in policy, which can't be permanently deleted. */
  isBuiltIn: z.boolean(),
  /** When it was last saved, ISO 8601; '' if the server doesn't report it, as for unchanged built-in policies. */
  updatedAt: z.string(),
})
export type PolicyDetails = z.infer<typeof policyDetails>

export const getPolicy = route({
  id: 'policies.get',
  method: 'GET',
  path: '/api/v1/policy',
  summary: 'Returns one policy.',
  query: z.strictObject({ name: policyName }),
  response: policyDetails,
  errors: ['NoSuchPolicy'],
})

/**
 * Creates or replaces a policy. With `replaces` the call fails unless that is the stored policy; '' means that none exists.
 * Policies are compared by meaning, not by formatting.
 */
export const savePolicy = route({
  id: 'policies.save',
  method: 'POST',
  path: '/api/v1/policies',
  summary: 'Creates a policy, or replaces the policy of that name.',
  body: z.strictObject({
    name: z.string().check(z.maxLength(1024)),
    policy: policyText,
    replaces: z.optional(policyText),
  }),
  response: policy,
  status: 201,
  errors: ['InvalidPolicy', 'InvalidPolicyName', 'NoSuchPolicy', 'PolicyExists', 'PolicyChanged'],
})

export const deletePolicy = route({
  id: 'policies.delete',
  method: 'DELETE',
  path: '/api/v1/policy',
  summary: "Deletes a policy that isn't attached to any user or group.",
  query: z.strictObject({ name: policyName }),
  errors: ['NoSuchPolicy', 'PolicyInUse', 'BuiltInPolicy'],
})

export const listPolicyUsers = route({
  id: 'policies.users',
  method: 'GET',
  path: '/api/v1/policies/:name/users',
  summary: 'Lists the users that a policy is attached to directly, not through a group.',
  params: policyParams,
  response: z.array(z.string()),
})

export const listPolicyGroups = route({
  id: 'policies.groups',
  method: 'GET',
  path: '/api/v1/policies/:name/groups',
  summary: 'Lists the groups that a policy is attached to.',
  params: policyParams,
  response: z.array(z.string()),
})
