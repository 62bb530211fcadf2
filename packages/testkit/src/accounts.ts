/** Users, groups and policies of a storage server, created through its admin API as root, for permission tests. */

import { type Credentials, encryptAdminPayload } from '@cooperage/wire'
import type { JsonPolicy } from '@cooperage/wire/policy'
import { send, type TestResponse } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { uniqueName } from './unique-name.ts'

type Statement = JsonPolicy['Statement'][number]

export interface Accounts {
  /** A new user with these policies; without any it has no permissions. */
  user(...policies: string[]): Promise<Credentials>
  /** The same with a given name. */
  named(accessKey: string, ...policies: string[]): Promise<Credentials>
  /** A new user whose only policy has these statements. */
  allowed(...statements: Statement[]): Promise<Credentials>
  /** A new policy with these statements; returns its name. */
  policy(...statements: Statement[]): Promise<string>
  /** Creates or replaces the policy of this name. */
  putPolicy(name: string, document: object): Promise<void>
  removePolicy(name: string): Promise<void>
  /** A new group with these users. */
  group(members: readonly Credentials[], ...policies: string[]): Promise<string>
  /** The same with a given name and the access keys of its users. */
  namedGroup(name: string, members: readonly string[], ...policies: string[]): Promise<void>
  /** Replaces all policies of a user; none removes its permissions. */
  setPolicies(user: Credentials, ...policies: string[]): Promise<void>
  /** A disabled user's keys are rejected. */
  setStatus(user: Credentials, status: 'enabled' | 'disabled'): Promise<void>
  remove(user: Credentials): Promise<void>
  /** A service account of this user, with the user's permissions; `fields` are those of the admin API, such as `expiration`. */
  serviceAccount(owner: Credentials, fields?: object): Promise<Credentials>
}

export const ACCOUNT_SECRET = 'secret-of-the-account'

export function accountsOf({ url, root }: Pick<StorageServer, 'url' | 'root'>): Accounts {
  async function admin(
    method: string,
    call: string,
    { query = {}, body, as = root }: { query?: Record<string, string>; body?: string | Uint8Array; as?: Credentials },
  ): Promise<TestResponse> {
    const path = `/minio/admin/v3/${call}`
    const response = await send({ url, method, path, query, region: '', credentials: as, body })
    if (response.status >= 300) throw new Error(`${method} ${call} returned ${response.status}: ${response.text}`)
    return response
  }
  const sealed = (value: object, { secretKey }: Credentials) =>
    encryptAdminPayload(secretKey, Buffer.from(JSON.stringify(value)), { algorithm: 2 })

  const setPolicies = async (userOrGroup: string, isGroup: boolean, policies: readonly string[]) => {
    const query = { policyName: policies.join(','), userOrGroup, isGroup: String(isGroup) }
    await admin('PUT', 'set-user-or-group-policy', { query })
  }

  const user: Accounts['user'] = (...policies) => named(uniqueName('user'), ...policies)
  const named: Accounts['named'] = async (accessKey, ...policies) => {
    const body = await sealed({ secretKey: ACCOUNT_SECRET, status: 'enabled' }, root)
    await admin('PUT', 'add-user', { query: { accessKey }, body })
    if (policies.length > 0) await setPolicies(accessKey, false, policies)
    return { accessKey, secretKey: ACCOUNT_SECRET }
  }
  const namedGroup: Accounts['namedGroup'] = async (group, members, ...policies) => {
    await admin('PUT', 'update-group-members', { body: JSON.stringify({ group, members, isRemove: false }) })
    if (policies.length > 0) await setPolicies(group, true, policies)
  }
  const putPolicy: Accounts['putPolicy'] = async (name, document) => {
    await admin('PUT', 'add-canned-policy', { query: { name }, body: JSON.stringify(document) })
  }
  const removePolicy: Accounts['removePolicy'] = async (name) => {
    await admin('DELETE', 'remove-canned-policy', { query: { name } })
  }
  const policy: Accounts['policy'] = async (...statements) => {
    const name = uniqueName('policy')
    await putPolicy(name, { Version: '2012-10-17', Statement: statements })
    return name
  }

  return {
    user,
    named,
    policy,
    putPolicy,
    removePolicy,
    allowed: async (...statements) => user(await policy(...statements)),
    async group(members, ...policies) {
      const group = uniqueName('group')
      await namedGroup(
        group,
        members.map(({ accessKey }) => accessKey),
        ...policies,
      )
      return group
    },
    namedGroup,
    setPolicies: ({ accessKey }, ...policies) => setPolicies(accessKey, false, policies),
    async setStatus({ accessKey }, status) {
      await admin('PUT', 'set-user-status', { query: { accessKey, status } })
    },
    async remove({ accessKey }) {
      await admin('DELETE', 'remove-user', { query: { accessKey } })
    },
    async serviceAccount(owner, fields = {}) {
      const keys = { accessKey: uniqueName('service').slice(0, 20), secretKey: ACCOUNT_SECRET }
      await admin('PUT', 'add-service-account', { body: await sealed({ ...keys, ...fields }, owner), as: owner })
      return keys
    },
  }
}

/** A statement that allows actions on resources of the form `bucket` or `bucket/key`; without any it has no Resource. */
export function allow(actions: string[], ...resources: string[]): Statement {
  return {
    Effect: 'Allow',
    Action: actions,
    ...(resources.length > 0 && { Resource: resources.map((resource) => `arn:aws:s3:::${resource}`) }),
  }
}

export function deny(actions: string[], ...resources: string[]): Statement {
  return { ...allow(actions, ...resources), Effect: 'Deny' }
}
