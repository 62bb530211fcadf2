import { IAM_FILES } from '@cooperage/wire'
import type { Iam } from '../../../iam/iam.ts'
import { ownPolicyText, parsedDocument } from '../../../iam/policy-document.ts'
import type { MappedKind, ServiceAccountRecord } from '../../../iam/records.ts'
import { archiveResponse } from '../../archive.ts'
import type { AdminOperation } from '../../call.ts'
import { expiryText, NO_TIME, timeText } from '../../times.ts'

/** Exports all accounts with their secrets and policies, without temporary credentials. MinIO can import the archive. */
export const exportIam: AdminOperation = async ({ engine: { iam } }) => {
  const files: Record<keyof typeof IAM_FILES, object> = {
    policies: Object.fromEntries(iam.policies.all()),
    users: usersOf(iam),
    groups: groupsOf(iam),
    serviceAccounts: Object.fromEntries(
      [...iam.serviceAccounts.all()].map(([accessKey, record]) => [accessKey, serviceAccount(accessKey, record)]),
    ),
    userPolicies: mappingsOf(iam, 'user'),
    groupPolicies: mappingsOf(iam, 'group'),
    stsPolicies: mappingsOf(iam, 'external'),
  }
  return archiveResponse(
    new Map(
      Object.entries(files).map(([name, content]) => [
        IAM_FILES[name as keyof typeof IAM_FILES],
        JSON.stringify(content),
      ]),
    ),
  )
}

function usersOf({ users }: Iam): object {
  return Object.fromEntries(
    users.names().flatMap((name) => {
      const user = users.get(name)
      return user === undefined ? [] : [[name, { secretKey: user.secretKey, status: statusOf(user) }]]
    }),
  )
}

function groupsOf({ groups }: Iam): object {
  return Object.fromEntries(
    groups.names().flatMap((name) => {
      const group = groups.get(name)
      if (group === undefined) return []
      const { members, updatedAt } = group
      return [[name, { version: 1, status: statusOf(group), members, updatedAt: timeText(updatedAt) }]]
    }),
  )
}

function mappingsOf({ mappings }: Iam, kind: MappedKind): object {
  return Object.fromEntries(
    mappings.all(kind).map(({ name, policies }) => {
      const updatedAt = mappings.of(kind, name)?.updatedAt
      const time = updatedAt === undefined ? NO_TIME : timeText(updatedAt)
      return [name, { version: 1, policy: policies.join(','), updatedAt: time }]
    }),
  )
}

function serviceAccount(accessKey: string, record: ServiceAccountRecord): object {
  const { parent, secretKey, enabled, name, description, expiresAt, claims, roleArn, groups } = record
  const policy = ownPolicyText(record)
  return {
    parent,
    accessKey,
    secretKey,
    groups: groups ?? null,
    claims: { ...claims, accessKey, parent, ...(roleArn === undefined ? {} : { roleArn }) },
    sessionPolicy: policy === undefined ? null : parsedDocument(policy),
    status: enabled ? 'on' : 'off',
    name,
    description,
    expiration: expiryText(expiresAt),
  }
}

function statusOf({ enabled }: { enabled: boolean }): string {
  return enabled ? 'enabled' : 'disabled'
}
