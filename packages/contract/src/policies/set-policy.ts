import * as z from 'zod/mini'
import { route } from '../route.ts'

const principal = {
  /** A user or a group. */
  entityName: z.string().check(z.minLength(1), z.maxLength(1024)),
  entityType: z.enum(['user', 'group']),
}
export type PrincipalKind = 'user' | 'group'

/** The policies that a user or group gets. */
export const attachments = {
  ...principal,
  policies: z.array(z.string().check(z.minLength(1), z.maxLength(1024))).check(z.maxLength(1000)),
}

export const setPolicy = route('policies.set', 'PUT /api/v1/set-policy/:policies', {
  summary: 'Replaces the policies of a user or group.',
  /** Names joined with commas. */
  params: z.strictObject({ policies: z.string().check(z.minLength(1), z.maxLength(32_768)) }),
  body: z.strictObject(principal),
  errors: ['NoSuchPolicy', 'NoSuchUser', 'NoSuchGroup', 'NotAUser', 'UserDisabled', 'InlinePolicy'],
})

/** Fails unless `replaces` are the attached policies, in any order. An empty list of policies detaches all. */
export const setPolicies = route('policies.setAll', 'PUT /api/v1/set-policy', {
  summary: 'Replaces the policies of a user or group unless they have changed.',
  body: z.strictObject({
    ...attachments,
    replaces: z.array(z.string()).check(z.maxLength(1000)),
  }),
  errors: [
    'NoSuchPolicy',
    'NoSuchUser',
    'NoSuchGroup',
    'NotAUser',
    'UserDisabled',
    'InlinePolicy',
    'AttachmentsChanged',
    'GroupPoliciesUnknown',
  ],
})
