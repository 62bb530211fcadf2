/** What is kept about accounts, one durable document each. Times are milliseconds since the epoch. */
import type { JsonPolicy } from '@cooperage/wire'

export interface UserRecord {
  secretKey: string
  enabled: boolean
  updatedAt: number
}

export interface GroupRecord {
  /** In order of their names. */
  members: string[]
  enabled: boolean
  updatedAt: number
}

export interface PolicyRecord {
  document: JsonPolicy
  createdAt: number
  updatedAt: number
}

/** The policies of a user, a group or somebody whom an identity provider vouches for; see `mappingId`. */
export interface MappingRecord {
  policies: string[]
  updatedAt: number
}

/** What an identity provider said of somebody, for conditions and variables of policies. */
export type Claims = Readonly<Record<string, unknown>>

export interface ServiceAccountRecord {
  secretKey: string
  /** The account whose rights it has. */
  parent: string
  enabled: boolean
  name: string
  description: string
  /** Absent: never. */
  expiresAt?: number
  /** Its own policy, as JSON text: narrows the rights of the parent. Absent: those of the parent are implied. */
  policy?: string
  /** Present when somebody of an identity provider made it. */
  claims?: Claims
  roleArn?: string
  updatedAt: number
}

export interface TemporaryRecord {
  accessKey: string
  secretKey: string
  /** Opaque: nothing in it is read back, it is only compared. */
  sessionToken: string
  /** Account on whose behalf they work. */
  parent: string
  expiresAt: number
  /** Credentials of one sign-in share a type, by which they are revoked together. */
  revokeType?: string
  /** Inline session policy, as JSON text: narrows what the parent may do. */
  policy?: string
  /** Present when an identity provider vouched for the parent. */
  claims?: Claims
  /** A role of an identity provider's configuration that gives the rights, in place of the parent's. */
  roleArn?: string
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

/** `value` undefined removes the record. */
export type IamChange = {
  [Space in IamSpace]: { space: Space; id: string; value: IamRecords[Space] | undefined }
}[IamSpace]

/** `external`: somebody whom an identity provider vouches for. */
export type MappedKind = 'user' | 'group' | 'external'

export const mappingId = (kind: MappedKind, name: string) => `${kind}:${name}`
