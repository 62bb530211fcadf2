/**
 * The replication configuration of a bucket, for somebody who changes one rule of it: everything else is written back as it
 * was, also what is not known here. Source: Amazon S3 API reference, "ReplicationConfiguration", and what MinIO adds.
 */
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { S3_NAMESPACE, writeXmlElement } from '../xml/writer.ts'

export interface ReplicationRule {
  id: string
  priority: number
  status: 'Enabled' | 'Disabled'
  /** ARN of the target: `arn:minio:replication::<id>:<bucket>`. */
  destinationBucket: string
  /** At the target; '' for its own choice. */
  storageClass: string
  prefix: string
  tags: Record<string, string>
  /** Soft deletes go along. */
  deleteMarkers: boolean
  /** MinIO's: deletes of single versions go along. */
  deletes: boolean
  /** Changes that are made at a replica come back. */
  metadata: boolean
  existingObjects: boolean
}

export interface ReplicationConfiguration {
  rules: ReplicationRule[]
  /** The document's children; each rule is one of them. */
  elements: { element: XmlElement; rule?: ReplicationRule }[]
}

const ROOT = 'ReplicationConfiguration'

/** What a bucket has before its first rule. */
export const NO_REPLICATION: ReplicationConfiguration = { rules: [], elements: [] }

/** @throws WireError MalformedXML */
export function parseReplication(source: string | Uint8Array): ReplicationConfiguration {
  return withElements(
    parseXml(source, ROOT).children.map((child) =>
      child.name === 'Rule' ? { element: child, rule: parseRule(child) } : { element: child },
    ),
  )
}

function withElements(elements: ReplicationConfiguration['elements']): ReplicationConfiguration {
  return { elements, rules: elements.flatMap(({ rule }) => rule ?? []) }
}

function parseRule(element: XmlElement): ReplicationRule {
  const [destination] = childrenOf(element, 'Destination')
  const [filter] = childrenOf(element, 'Filter')
  const [and] = filter === undefined ? [] : childrenOf(filter, 'And')
  const scopes = [filter, and].filter((scope) => scope !== undefined)
  const tags = scopes
    .flatMap((scope) => childrenOf(scope, 'Tag'))
    .map((tag): [string, string] => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? ''])
  const prefixes = scopes.map((scope) => childText(scope, 'Prefix') ?? '')
  const criteria = childrenOf(element, 'SourceSelectionCriteria')
  return {
    id: childText(element, 'ID') ?? '',
    priority: Number(childText(element, 'Priority') ?? 0) || 0,
    status: isEnabled(element) ? 'Enabled' : 'Disabled',
    destinationBucket: (destination && childText(destination, 'Bucket')) ?? '',
    storageClass: (destination && childText(destination, 'StorageClass')) ?? '',
    prefix: prefixes.find((prefix) => prefix !== '') ?? childText(element, 'Prefix') ?? '',
    // A key may be any text, `__proto__` too: fromEntries defines, and assigns nothing.
    tags: Object.fromEntries(tags),
    deleteMarkers: childrenOf(element, 'DeleteMarkerReplication').some(isEnabled),
    deletes: childrenOf(element, 'DeleteReplication').some(isEnabled),
    metadata: criteria.flatMap((one) => childrenOf(one, 'ReplicaModifications')).some(isEnabled),
    existingObjects: childrenOf(element, 'ExistingObjectReplication').some(isEnabled),
  }
}

const isEnabled = (element: XmlElement) => childText(element, 'Status')?.trim() === 'Enabled'

export function writeReplication({ elements }: ReplicationConfiguration): string {
  return `<${ROOT} xmlns="${S3_NAMESPACE}">${elements.map((one) => writeXmlElement(one.element)).join('')}</${ROOT}>`
}

/** With one more rule after those that are there. */
export function withReplicationRule(
  configuration: ReplicationConfiguration,
  rule: ReplicationRule,
): ReplicationConfiguration {
  return withElements([...configuration.elements, { element: ruleElement(rule), rule }])
}

/** Without that one of its rules, the very object. */
export function withoutReplicationRule(
  configuration: ReplicationConfiguration,
  removed: ReplicationRule,
): ReplicationConfiguration {
  return withElements(configuration.elements.filter(({ rule }) => rule !== removed))
}

/** With that one of its rules, the very object, switched on or off. */
export function withReplicationStatus(
  configuration: ReplicationConfiguration,
  changed: ReplicationRule,
  status: ReplicationRule['status'],
): ReplicationConfiguration {
  return withElements(
    configuration.elements.map((one) => {
      if (one.rule !== changed) return one
      const others = one.element.children.filter(({ name }) => name !== 'Status')
      return {
        element: { ...one.element, children: [leaf('Status', status), ...others] },
        rule: { ...changed, status },
      }
    }),
  )
}

const parent = (name: string, children: XmlElement[]): XmlElement => ({ name, text: '', children })
const leaf = (name: string, text: string): XmlElement => ({ name, text, children: [] })
/** Said either way: what MinIO takes for granted differs from one to the next. */
const option = (name: string, isOn: boolean) => parent(name, [leaf('Status', isOn ? 'Enabled' : 'Disabled')])

/** In the order of MinIO. */
function ruleElement(rule: ReplicationRule): XmlElement {
  return parent('Rule', [
    leaf('ID', rule.id),
    leaf('Status', rule.status),
    leaf('Priority', String(rule.priority)),
    option('DeleteMarkerReplication', rule.deleteMarkers),
    option('DeleteReplication', rule.deletes),
    parent('Destination', [
      leaf('Bucket', rule.destinationBucket),
      ...(rule.storageClass === '' ? [] : [leaf('StorageClass', rule.storageClass)]),
    ]),
    parent('SourceSelectionCriteria', [option('ReplicaModifications', rule.metadata)]),
    parent('Filter', filterElements(rule)),
    option('ExistingObjectReplication', rule.existingObjects),
  ])
}

/** What is combined stands in an `And`. */
function filterElements({ prefix, tags }: ReplicationRule): XmlElement[] {
  const tagged = Object.entries(tags).map(([key, value]) => parent('Tag', [leaf('Key', key), leaf('Value', value)]))
  if (tagged.length === 0) return [leaf('Prefix', prefix)]
  if (tagged.length === 1 && prefix === '') return tagged
  return [parent('And', [leaf('Prefix', prefix), ...tagged])]
}
