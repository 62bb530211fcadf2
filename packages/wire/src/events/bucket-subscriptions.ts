/**
 * Who is told of a bucket's events, for somebody who changes one entry of the document: everything else in it is written
 * back as it was, also what is not known here. What a server accepts is in `notification-configuration.ts`. Source: Amazon
 * S3 API reference, "NotificationConfiguration".
 */
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { S3_NAMESPACE, writeXmlElement } from '../xml/writer.ts'

export interface Subscription {
  /** Empty where it has none. */
  id: string
  arn: string
  /** As they are written: families (`s3:ObjectCreated:*`) and single names. */
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
/** The element of an entry, and where the ARN stands in it. MinIO has queues only. */
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
  // S3 answers with a capital what it takes with a small letter.
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

/** With one more, for a queue, after those that are there. */
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

/** Without that one of its subscriptions, the very object. */
export function withoutSubscription(notifications: BucketNotifications, removed: Subscription): BucketNotifications {
  return withElements(notifications.elements.filter(({ subscription }) => subscription !== removed))
}
