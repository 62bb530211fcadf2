/** Stored records of accounts, one document each. Times are in milliseconds since the epoch. */
import type { JsonPolicy } from '@cooperage/wire/policy'

export interface UserRecord {
  secretKey: string
  enabled: boolean
  updatedAt: number
}

export interface GroupRecord {
  /** Sorted by name. */
  members: string[]
  enabled: boolean
  updatedAt: number
}

interface PolicyRecord {
  document: JsonPolicy
  createdAt: number
  updatedAt: number
}

/** The policies attached to a user, a group or an external identity; see `mappingId`. */
export interface MappingRecord {
  policies: string[]
  updatedAt: number
}

/** Claims of an identity provider's token, for conditions and variables of policies. */
export type Claims = Readonly<Record<string, unknown>>

export interface ServiceAccountRecord {
  secretKey: string
  /** The account whose permissions it has. */
  parent: string
  enabled: boolean
  name: string
  description: string
  /** Absent when it never expires. */
  expiresAt?: number
  /** JSON text of a policy that narrows the permissions of the parent. Absent when those are implied. */
  policy?: string
  /** Present when an external identity created it. */
  claims?: Claims
  roleArn?: string
  /** Groups of the parent in a directory. */
  groups?: string[]
  updatedAt: number
}

export interface TemporaryRecord {
  accessKey: string
  secretKey: string
  /** Opaque: it is only compared, never parsed. */
  sessionToken: string
  /** The account whose permissions they have. */
  parent: string
  expiresAt: number
  /** Shared by the credentials of one sign-in, so that they can be revoked together. */
  revokeType?: string
  /** JSON text of an inline session policy, which narrows the permissions of the parent. */
  policy?: string
  /** Present when the parent is an external identity. */
  claims?: Claims
  /** Role of an identity provider whose policies apply instead of the parent's. */
  roleArn?: string
  /** Groups of the parent in a directory, whose policies apply too. */
  groups?: string[]
}

export interface IamRecords {
  user: UserRecord
  group: GroupRecord
  policy: PolicyRecord
  'policy-mapping': MappingRecord
  'service-account': ServiceAccountRecord
  sts: TemporaryRecord
}

export type IamSpace = keyof IamRecords

/** An undefined `value` removes the record. */
export type IamChange = {
  [Space in IamSpace]: { space: Space; id: string; value: IamRecords[Space] | undefined }
}[IamSpace]

/** `external` is a user of an identity provider. Groups of a directory are groups: built-in names have no `=`. */
export type MappedKind = 'user' | 'group' | 'external'

export const mappingId = (kind: MappedKind, name: string) => `${kind}:${name}`
