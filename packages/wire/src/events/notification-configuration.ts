/** The notification configuration of a bucket (S3, PutBucketNotificationConfiguration, with MinIO's errors). */
import { WireError } from '../errors.ts'
import { childrenOf, childText, malformedXml, parseXml, type XmlElement, type XmlSource } from '../xml/reader.ts'
import { element, S3_NAMESPACE } from '../xml/writer.ts'
import { expandEventName } from './event-names.ts'

export interface NotificationRule {
  /** Empty unless the client gave one. */
  id: string
  /** Names as given, including those with a wildcard. */
  events: string[]
  /** In the given order, without duplicates. */
  filters: { name: 'prefix' | 'suffix'; value: string }[]
  /** `arn:minio:sqs:<region>:<target>:<kind>` */
  queue: QueueArn
}

export interface QueueArn {
  region: string
  target: string
  /** `webhook` and similar. */
  kind: string
}

const MAX_BYTES = 1024 * 1024

export function writeQueueArn({ region, target, kind }: QueueArn): string {
  return `arn:minio:sqs:${region}:${target}:${kind}`
}

/** @throws WireError InvalidArgument */
function parseQueueArn(text: string): QueueArn {
  const [arn, partition, service, region, target, kind, ...more] = text.split(':')
  const isArn = arn === 'arn' && partition === 'minio' && service === 'sqs' && more.length === 0
  if (!isArn || region === undefined || !target || !kind) throw unknownQueue()
  return { region, target, kind }
}

/** For an unknown ARN as well as for an invalid one. */
export function unknownQueue(): WireError {
  return invalid('A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.')
}

/** @throws WireError MalformedXML, InvalidArgument, UnsupportedNotification */
export function parseNotificationConfiguration(source: XmlSource): NotificationRule[] {
  const root = parseXml(source, 'NotificationConfiguration', { maxBytes: MAX_BYTES })
  const rules = childrenOf(root, 'QueueConfiguration').map(parseRule)
  const seen = new Set<string>()
  for (const rule of rules) {
    const text = JSON.stringify(rule)
    if (seen.has(text)) {
      throw invalid(
        'An object key name filtering rule defined with overlapping prefixes, overlapping suffixes, or overlapping combinations of prefixes and suffixes for the same event types.',
      )
    }
    seen.add(text)
  }
  if (root.children.some(({ name }) => name === 'TopicConfiguration' || name === 'CloudFunctionConfiguration')) {
    throw new WireError(
      'UnsupportedNotification',
      400,
      'MinIO server does not support Topic or Cloud Function based notifications.',
    )
  }
  return rules
}

export function writeNotificationConfiguration(rules: readonly NotificationRule[]): string {
  const inner = rules.map(({ id, events, filters, queue }) => {
    const filter = filters
      .map(({ name, value }) => `<FilterRule>${element('Name', name)}${element('Value', value)}</FilterRule>`)
      .join('')
    return [
      '<QueueConfiguration>',
      element('Id', id),
      filter === '' ? '' : `<Filter><S3Key>${filter}</S3Key></Filter>`,
      ...events.map((name) => element('Event', name)),
      element('Queue', writeQueueArn(queue)),
      '</QueueConfiguration>',
    ].join('')
  })
  return `<NotificationConfiguration xmlns="${S3_NAMESPACE}">${inner.join('')}</NotificationConfiguration>`
}

function parseRule(rule: XmlElement): NotificationRule {
  const filters = childrenOf(rule, 'Filter')
    .flatMap((filter) => childrenOf(filter, 'S3Key'))
    .flatMap((key) => childrenOf(key, 'FilterRule'))
    .map(parseFilter)
  for (const name of ['prefix', 'suffix'] as const) {
    if (filters.filter((filter) => filter.name === name).length > 1) {
      throw invalid(`Cannot specify more than one ${name} rule in a filter.`)
    }
  }
  const events = childrenOf(rule, 'Event').map(({ text }) => text)
  if (events.some((name) => expandEventName(name) === undefined)) throw unknownEvent()
  const queue = parseQueueArn(childText(rule, 'Queue') ?? '')
  if (events.length === 0) throw malformedXml(new Error('a rule names no event'))
  if (new Set(events).size < events.length) {
    throw invalid('Configurations overlap. Configurations on the same bucket cannot share a common event type.')
  }
  return { id: childText(rule, 'Id') ?? '', events, filters, queue }
}

function parseFilter(rule: XmlElement): NotificationRule['filters'][number] {
  const name = childText(rule, 'Name') ?? ''
  if (name !== 'prefix' && name !== 'suffix') throw invalid('filter rule name must be either prefix or suffix')
  return { name, value: childText(rule, 'Value') ?? '' }
}

export function unknownEvent(): WireError {
  return invalid('A specified event is not supported for notifications.')
}

function invalid(message: string): WireError {
  return new WireError('InvalidArgument', 400, message)
}
