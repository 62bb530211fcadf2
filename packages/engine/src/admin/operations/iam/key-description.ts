/** The description of a single key in the responses of several calls. */

import { mergePolicies, ownPolicyText, parsedDocument, prettyPolicy } from '../../../iam/policy-document.ts'
import type { ServiceAccountRecord, TemporaryRecord } from '../../../iam/records.ts'
import { policiesOfRole } from '../../../identity/role-policies.ts'
import type { AdminCall } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { secondText } from '../../times.ts'

interface KeyDescription {
  parentUser: string
  accountStatus: 'on' | 'off'
  impliedPolicy: boolean
  /** Indented JSON text. */
  policy: string
  name?: string
  description?: string
  expiration?: string
}

/** Whether the caller may describe a key: its own always, other keys of its account without a permission. */
export function mayDescribe(
  { caller, allows }: Pick<AdminCall, 'caller' | 'allows'>,
  accessKey: string,
  key: { parent: string } | undefined,
): boolean {
  if (key?.parent !== caller.account) return allows('admin:ListServiceAccounts')
  return accessKey === caller.accessKey || allows.onOwnKeys('admin:ListServiceAccounts')
}

/** Describes a key with its policy or, without one, the merged policies of its parent. Root has no policies. */
export function describeKey(engine: AdminServices, key: ServiceAccountRecord | TemporaryRecord): KeyDescription {
  const own = ownPolicyText(key)
  const implied = () =>
    mergePolicies(
      (policiesOfRole(engine, key.roleArn) ?? engine.iam.accountPolicies.of(key.parent, key.groups)).map(
        ({ document }) => document,
      ),
    )
  const { name = '', description = '', enabled = true } = 'enabled' in key ? key : {}
  return {
    parentUser: key.parent,
    accountStatus: enabled ? 'on' : 'off',
    impliedPolicy: own === undefined,
    policy: prettyPolicy(own === undefined ? implied() : parsedDocument(own)),
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
    ...(key.expiresAt === undefined ? {} : { expiration: secondText(key.expiresAt) }),
  }
}
