/**
 * The event subscriptions of a bucket, for clients that change one entry of the document: everything else is written back
 * unchanged, including unknown elements. What a server accepts is in `notification-configuration.ts`. Source: Amazon
 * S3 API reference, "NotificationConfiguration".
 */
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { S3_NAMESPACE, writeXmlElement } from '../xml/writer.ts'

export interface Subscription {
  /** Empty if it has none. */
  id: string
  arn: string
  /** As written: event groups (`s3:ObjectCreated:*`) and single events. */
  events: string[]
  prefix: string
  suffix: string
}

export interface BucketNotifications {
  subscriptions: Subscription[]
  /** The document's children; each subscription is one of them. */
  elements: { element: XmlElement; subscription?: Subscription }[]
}

const ROOT = 'NotificationConfiguration'
/** The elements of an entry, and of its ARN. MinIO has only queues. */
const KINDS: Readonly<Record<string, string>> = {
  QueueConfiguration: 'Queue',
  TopicConfiguration: 'Topic',
  CloudFunctionConfiguration: 'CloudFunction',
}

/** @throws WireError MalformedXML */
export function parseSubscriptions(source: string | Uint8Array): BucketNotifications {
  return withElements(
    parseXml(source, ROOT).children.map((child) => {
      const arn = KINDS[child.name]
      return arn === undefined ? { element: child } : { element: child, subscription: parseSubscription(child, arn) }
    }),
  )
}

function withElements(elements: BucketNotifications['elements']): BucketNotifications {
  return { elements, subscriptions: elements.flatMap(({ subscription }) => subscription ?? []) }
}

function parseSubscription(entry: XmlElement, arn: string): Subscription {
  const rules = childrenOf(entry, 'Filter')
    .flatMap((filter) => childrenOf(filter, 'S3Key'))
    .flatMap((key) => childrenOf(key, 'FilterRule'))
  // S3 responds with an upper-case letter where it accepts a lower-case one.
  const filter = (name: string) => {
    const rule = rules.find((one) => childText(one, 'Name')?.toLowerCase() === name)
    return (rule && childText(rule, 'Value')) ?? ''
  }
  return {
    id: childText(entry, 'Id') ?? '',
    arn: childText(entry, arn) ?? '',
    events: childrenOf(entry, 'Event').map(({ text }) => text),
    prefix: filter('prefix'),
    suffix: filter('suffix'),
  }
}

export function writeSubscriptions({ elements }: BucketNotifications): string {
  return `<${ROOT} xmlns="${S3_NAMESPACE}">${elements.map((one) => writeXmlElement(one.element)).join('')}</${ROOT}>`
}

/** Adds a subscription of a queue after the existing ones. */
export function withSubscription(notifications: BucketNotifications, added: Subscription): BucketNotifications {
  const { id, arn, events, prefix, suffix } = added
  const rules = [
    { name: 'prefix', value: prefix },
    { name: 'suffix', value: suffix },
  ].filter(({ value }) => value !== '')
  const parent = (name: string, children: XmlElement[]): XmlElement => ({ name, text: '', children })
  const leaf = (name: string, text: string): XmlElement => ({ name, text, children: [] })
  const filterRules = rules.map(({ name, value }) => parent('FilterRule', [leaf('Name', name), leaf('Value', value)]))
  const entry = parent('QueueConfiguration', [
    ...(id === '' ? [] : [leaf('Id', id)]),
    ...(rules.length === 0 ? [] : [parent('Filter', [parent('S3Key', filterRules)])]),
    ...events.map((name) => leaf('Event', name)),
    leaf('Queue', arn),
  ])
  return withElements([...notifications.elements, { element: entry, subscription: added }])
}

/** Removes one of its subscriptions, compared by identity. */
export function withoutSubscription(notifications: BucketNotifications, removed: Subscription): BucketNotifications {
  return withElements(notifications.elements.filter(({ subscription }) => subscription !== removed))
}
