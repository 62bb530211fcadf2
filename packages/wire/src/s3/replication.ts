/**
 * The replication configuration of a bucket, for changing one of its rules: everything else, including unknown elements, is
 * written back unchanged. Source: Amazon S3 API reference, "ReplicationConfiguration", and MinIO's additions.
 */
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { S3_NAMESPACE, writeXmlElement } from '../xml/writer.ts'

export interface ReplicationRule {
  id: string
  priority: number
  status: 'Enabled' | 'Disabled'
  /** ARN of the target: `arn:minio:replication::<id>:<bucket>`. */
  destinationBucket: string
  /** Storage class at the target; '' for the target's default. */
  storageClass: string
  prefix: string
  tags: Record<string, string>
  /** Whether delete markers are replicated. */
  deleteMarkers: boolean
  /** MinIO extension: whether deletions of single versions are replicated. */
  deletes: boolean
  /** Whether changes at a replica are replicated back. */
  metadata: boolean
  existingObjects: boolean
}

export interface ReplicationConfiguration {
  rules: ReplicationRule[]
  /** The document's children; each rule is one of them. */
  elements: { element: XmlElement; rule?: ReplicationRule }[]
}

const ROOT = 'ReplicationConfiguration'

/** The configuration before the first rule. */
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
    // A key may be any text, even `__proto__`: fromEntries defines properties instead of assigning them.
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

/** The configuration with one more rule at the end. */
export function withReplicationRule(
  configuration: ReplicationConfiguration,
  rule: ReplicationRule,
): ReplicationConfiguration {
  return withElements([...configuration.elements, { element: ruleElement(rule), rule }])
}

/** The configuration without this rule, compared by identity. */
export function withoutReplicationRule(
  configuration: ReplicationConfiguration,
  removed: ReplicationRule,
): ReplicationConfiguration {
  return withElements(configuration.elements.filter(({ rule }) => rule !== removed))
}

/** The configuration with this rule, compared by identity, enabled or disabled. */
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
/** Always written explicitly: MinIO's defaults differ between elements. */
const option = (name: string, isOn: boolean) => parent(name, [leaf('Status', isOn ? 'Enabled' : 'Disabled')])

/** In MinIO's order. */
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

/** Combined conditions are in an `And`. */
function filterElements({ prefix, tags }: ReplicationRule): XmlElement[] {
  const tagged = Object.entries(tags).map(([key, value]) => parent('Tag', [leaf('Key', key), leaf('Value', value)]))
  if (tagged.length === 0) return [leaf('Prefix', prefix)]
  if (tagged.length === 1 && prefix === '') return tagged
  return [parent('And', [leaf('Prefix', prefix), ...tagged])]
}
