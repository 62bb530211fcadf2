/** Named policies: canned ones and those created by administrators. */
import { CANNED_POLICIES, checkPolicy, type JsonPolicy, matchesWildcard } from '@cooperage/wire/policy'
import { iamError, unclassified } from './errors.ts'
import { checkPolicyName } from './names.ts'
import type { IamTables } from './tables.ts'

interface NamedDocument {
  document: JsonPolicy
  /** Absent for an unmodified canned policy. */
  createdAt?: number
  updatedAt?: number
}

const CANNED: ReadonlyMap<string, JsonPolicy> = new Map(Object.entries(CANNED_POLICIES))

export class Policies {
  readonly #tables: IamTables

  constructor(tables: IamTables) {
    this.#tables = tables
  }

  get(name: string): NamedDocument | undefined {
    const written = this.#tables.get('policy', name)
    if (written !== undefined) return written
    const document = CANNED.get(name)
    return document && { document }
  }

  /** All policies, sorted by name. With `bucket`, only those with a statement whose resource matches it. */
  all(bucket?: string): ReadonlyMap<string, JsonPolicy> {
    const names = [...new Set([...CANNED.keys(), ...this.#tables.all('policy').keys()])].sort()
    const all = names.flatMap((name) => {
      const document = this.get(name)?.document
      return document === undefined || (bucket !== undefined && !mentionsBucket(document, bucket))
        ? []
        : [[name, document] as const]
    })
    return new Map(all)
  }

  /** Creates a policy or replaces an existing one, canned ones included. @throws WireError */
  async set(name: string, text: string): Promise<void> {
    checkPolicyName(name)
    const { document } = checkPolicy(text, 'canned')
    if (name === '') throw iamError('InvalidArgument')
    await this.#tables.change(() => {
      const now = Date.now()
      const createdAt = this.#tables.get('policy', name)?.createdAt ?? now
      return [{ space: 'policy', id: name, value: { document, createdAt, updatedAt: now } }]
    })
  }

  /**
   * Removes a policy; a missing one isn't an error. Removing a modified canned policy restores the original.
   * @throws WireError XMinioIAMPolicyInUse
   */
  async remove(name: string): Promise<void> {
    if (name === '') throw iamError('InvalidArgument')
    await this.#tables.change(() => {
      const written = this.#tables.get('policy', name)
      if (written === undefined && CANNED.has(name)) {
        throw unclassified(`inbuilt policy \`${name}\` not allowed to be deleted`)
      }
      for (const [id, { policies }] of this.#tables.all('policy-mapping')) {
        if (!id.startsWith('external:') && policies.includes(name)) throw iamError('PolicyInUse')
      }
      return written === undefined ? [] : [{ space: 'policy', id: name, value: undefined }]
    })
  }
}

/** Whether a statement has a resource that matches the bucket. */
export function mentionsBucket({ Statement }: JsonPolicy, bucket: string): boolean {
  return Statement.some(({ Resource = [] }) =>
    Resource.some((resource) => matchesWildcard(resource.replace(/^arn:aws:s3:::/, ''), bucket)),
  )
}
