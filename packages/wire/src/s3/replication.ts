/** The replication configuration of a bucket. Source: Amazon S3 API reference, "ReplicationConfiguration", and what MinIO adds. */
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'

export interface ReplicationRule {
  id: string
  priority: number
  status: 'Enabled' | 'Disabled'
  /** ARN of the target: `arn:minio:replication::<id>:<bucket>`. */
  destinationBucket: string
  prefix: string
  tags: Record<string, string>
}

/** @throws WireError MalformedXML */
export function parseReplication(source: string | Uint8Array): ReplicationRule[] {
  return childrenOf(parseXml(source, 'ReplicationConfiguration'), 'Rule').map(parseRule)
}

function parseRule(rule: XmlElement): ReplicationRule {
  const [destination] = childrenOf(rule, 'Destination')
  const [filter] = childrenOf(rule, 'Filter')
  const [and] = filter === undefined ? [] : childrenOf(filter, 'And')
  const scopes = [filter, and].filter((scope) => scope !== undefined)
  const tags = scopes
    .flatMap((scope) => childrenOf(scope, 'Tag'))
    .map((tag): [string, string] => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? ''])
  const prefixes = scopes.map((scope) => childText(scope, 'Prefix') ?? '')
  return {
    id: childText(rule, 'ID') ?? '',
    priority: Number(childText(rule, 'Priority') ?? 0) || 0,
    status: childText(rule, 'Status')?.trim() === 'Enabled' ? 'Enabled' : 'Disabled',
    destinationBucket: (destination && childText(destination, 'Bucket')) ?? '',
    prefix: prefixes.find((prefix) => prefix !== '') ?? childText(rule, 'Prefix') ?? '',
    // A key may be any text, `__proto__` too: fromEntries defines, and assigns nothing.
    tags: Object.fromEntries(tags),
  }
}
