import { isEquivalentPolicy } from '@cooperage/contract'
import { CANNED_POLICIES } from '@cooperage/wire/policy'

const DOCUMENTS = new Map(Object.entries(CANNED_POLICIES).map(([name, policy]) => [name, JSON.stringify(policy)]))

/** Whether a policy is one that every server has. Administrators can replace those, so the name alone says nothing. */
export function isDefaultPolicy(name: string, document: string): boolean {
  const known = DOCUMENTS.get(name)
  return known !== undefined && isEquivalentPolicy(document, known)
}
