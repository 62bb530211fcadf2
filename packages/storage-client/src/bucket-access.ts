/**
 * Which users and policies have access to a bucket. Servers have a query for it (`?bucket=`), but it compares the bare bucket
 * name only and would omit a policy for `photos/*` or one attached to a group. So every policy goes through the evaluator.
 */

import { listField, objectField } from '@cooperage/wire'
import { accountPermissions, POLICY_ACTIONS } from '@cooperage/wire/policy'
import { getGroup, listCannedPolicies, listUsers } from './accounts.ts'
import type { StorageClient } from './client.ts'
import { inParallel } from './in-parallel.ts'
import { undefinedIfMissing } from './s3/undefined-if-missing.ts'

const S3_ACTIONS = POLICY_ACTIONS.s3.filter((action) => action !== 's3:*')

/**
 * The policies that could allow anything in a bucket, by name, as the server's documents; needs admin:ListUserPolicies.
 * @throws StorageError
 */
export async function listBucketPolicies(
  client: StorageClient,
  bucket: string,
): Promise<{ name: string; policy: unknown }[]> {
  const policies = await listCannedPolicies(client)
  return policies
    .filter(({ document }) => allowsAny([document], '', bucket))
    .map(({ name, document }) => ({ name, policy: document }))
}

/**
 * Access keys of the users whose policies, combined with those of their groups, could allow anything in a bucket; sorted. Needs admin:ListUsers, admin:ListUserPolicies, and admin:GetGroup where users are in groups.
 * @throws StorageError
 */
export async function listBucketUsers(client: StorageClient, bucket: string): Promise<string[]> {
  const users = await listUsers(client)
  const documents = new Map((await listCannedPolicies(client)).map(({ name, document }) => [name, document]))
  const groups = await policiesOfGroups(client, new Set(users.flatMap((user) => user.groups)))
  const verdicts = new Map<string, boolean>()
  const isIn = (name: string, policies: string[]): boolean => {
    const own = policies.map((policy) => documents.get(policy)).filter((document) => document !== undefined)
    // Many users have the same policies; only those with policy variables are evaluated for each user.
    const key = JSON.stringify([[...policies].sort(), JSON.stringify(own).includes('${') ? name : ''])
    const verdict = verdicts.get(key) ?? allowsAny(own, name, bucket)
    verdicts.set(key, verdict)
    return verdict
  }
  return users
    .filter(({ name, policies, groups: of }) =>
      isIn(name, [...policies, ...of.flatMap((group) => groups.get(group) ?? [])]),
    )
    .map(({ name }) => name)
    .sort()
}

async function policiesOfGroups(client: StorageClient, names: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const groups = await inParallel(names, async (name): Promise<[string, string[]]> => {
    // The group was deleted after its member was listed.
    const group = await undefinedIfMissing('XMinioAdminNoSuchGroup', getGroup(client, name))
    return [name, group?.policies ?? []]
  })
  return new Map(groups)
}

function allowsAny(documents: readonly unknown[], accountName: string, bucket: string): boolean {
  const Statement = documents.flatMap((document) => listField(objectField(document), 'Statement'))
  return accountPermissions({ policy: { Version: '2012-10-17', Statement }, accountName }).couldAllow(
    S3_ACTIONS,
    bucket,
  )
}
