/**
 * The names under which the policies of IAM appear in the console, whose calls know policies by one name only. Names of IAM have
 * neither colons nor slashes nor percent signs:
 * - `readonly` is a managed policy of the account, `team/readonly` one with a path
 * - `aws:AmazonS3ReadOnlyAccess` is a managed policy of AWS, which nobody can change
 * - `user:anna/extra` and `group:devs/extra` are the inline policies of one user or group
 * Commas, which names of IAM may have, are escaped, because some calls of the console join names with them.
 */
export type PolicyName = ManagedPolicyName | { kind: 'user' | 'group'; owner: string; name: string }

export interface ManagedPolicyName {
  kind: 'managed' | 'aws'
  name: string
}

export function isManaged(policy: PolicyName): policy is ManagedPolicyName {
  return policy.kind === 'managed' || policy.kind === 'aws'
}

export function readPolicyName(text: string): PolicyName {
  const [, kind, rest = ''] = /^(aws|user|group):(.*)$/s.exec(text) ?? []
  if (kind === undefined) return { kind: 'managed', name: unescaped(text) }
  if (kind === 'aws') return { kind, name: unescaped(rest) }
  const slash = rest.indexOf('/')
  return {
    kind: kind as 'user' | 'group',
    owner: unescaped(rest.slice(0, slash)),
    name: unescaped(rest.slice(slash + 1)),
  }
}

/** The name of a managed policy, from its ARN: `arn:aws:iam::123456789012:policy/team/readonly`. */
export function managedName(arn: string): string {
  const [, , , , account = '', resource = ''] = arn.split(':', 6)
  const name = escaped(resource.replace(/^policy\//, ''))
  return account === 'aws' ? `aws:${name}` : name
}

export function inlineName(kind: 'user' | 'group', owner: string, name: string): string {
  return `${kind}:${escaped(owner)}/${escaped(name)}`
}

function escaped(name: string): string {
  return name.replace(/[,%]/g, encodeURIComponent)
}

function unescaped(name: string): string {
  return name.replace(/%2C|%25/g, decodeURIComponent)
}
