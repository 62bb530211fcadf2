/** The permissions that are equivalent to root (docs/guide/policies.md): each alone is enough. */
import { uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { target } from '../target.ts'
import { admin, document, newPolicy, newUser, succeed } from './iam-calls.ts'

const SECRET = 'secret-that-was-taken'

/** Creates keys with all permissions or gives the account itself all permissions. */
type Climb = (as: Credentials, policy: string) => Promise<Credentials>

const POWERS: [string, Climb][] = [
  [
    'admin:CreateServiceAccount',
    async (as) => {
      const keys = { accessKey: uniqueName('taken').slice(0, 20), secretKey: SECRET }
      await succeed('PUT', 'add-service-account', { encrypted: { ...keys, targetUser: target.root.accessKey }, as })
      return keys
    },
  ],
  [
    'admin:UpdateServiceAccount',
    async (as) => {
      const accessKey = uniqueName('of-root').slice(0, 20)
      await succeed('PUT', 'add-service-account', { encrypted: { accessKey, secretKey: 'secret-of-root' } })
      await succeed('POST', 'update-service-account', { query: { accessKey }, encrypted: { newSecretKey: SECRET }, as })
      return { accessKey, secretKey: SECRET }
    },
  ],
  [
    'admin:CreateUser',
    async (as) => {
      const { accessKey } = await newUser.with('consoleAdmin')
      const encrypted = { secretKey: SECRET, status: 'enabled' }
      await succeed('PUT', 'add-user', { query: { accessKey }, encrypted, as })
      return { accessKey, secretKey: SECRET }
    },
  ],
  [
    'admin:CreatePolicy',
    async (as, policy) => {
      const plain = document({ Effect: 'Allow', Action: ['admin:*'] })
      await succeed('PUT', 'add-canned-policy', { query: { name: policy }, plain, as })
      return as
    },
  ],
  [
    'admin:AttachUserOrGroupPolicy',
    async (as) => {
      const query = { policyName: 'consoleAdmin', userOrGroup: as.accessKey, isGroup: 'false' }
      await succeed('PUT', 'set-user-or-group-policy', { query, as })
      return as
    },
  ],
  [
    'admin:UpdatePolicyAssociation',
    async (as) => {
      const encrypted = { policies: ['consoleAdmin'], user: as.accessKey }
      await succeed('POST', 'idp/builtin/policy/attach', { encrypted, as })
      return as
    },
  ],
]

test.each(POWERS)('%s alone is equivalent to root', async (action, climb) => {
  const policy = await newPolicy(document({ Effect: 'Allow', Action: [action] }))
  const user = await newUser.with(policy)
  expect((await admin('GET', 'list-users', { as: user })).status).toBe(403)
  const keys = await climb(user, policy)
  expect((await admin('GET', 'list-users', { as: keys })).status).toBe(200)
})
