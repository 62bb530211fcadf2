import { expect, test } from 'vitest'
import { expandEventName } from './event-names.ts'
import { eventRecord } from './event-record.ts'
import { parseNotificationConfiguration, writeNotificationConfiguration } from './notification-configuration.ts'

const QUEUE = '<Queue>arn:minio:sqs::h1:webhook</Queue>'
const PUT = '<Event>s3:ObjectCreated:Put</Event>'

function parse(rules: string) {
  return parseNotificationConfiguration(`<NotificationConfiguration>${rules}</NotificationConfiguration>`)
}

test('a configuration round-trips', () => {
  const rules = parse(
    `<QueueConfiguration><Id>a</Id>${QUEUE}${PUT}<Event>s3:ObjectRemoved:*</Event><Filter><S3Key><FilterRule><Name>prefix</Name><Value>dir/</Value></FilterRule><FilterRule><Name>suffix</Name><Value>&amp;.txt</Value></FilterRule></S3Key></Filter></QueueConfiguration>`,
  )
  expect(rules).toEqual([
    {
      id: 'a',
      events: ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*'],
      filters: [
        { name: 'prefix', value: 'dir/' },
        { name: 'suffix', value: '&.txt' },
      ],
      queue: { region: '', target: 'h1', kind: 'webhook' },
    },
  ])
  expect(parseNotificationConfiguration(writeNotificationConfiguration(rules))).toEqual(rules)
})

test('a rule is written in the order of MinIO, with an empty id', () => {
  expect(writeNotificationConfiguration(parse(`<QueueConfiguration>${QUEUE}${PUT}</QueueConfiguration>`))).toBe(
    `<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><QueueConfiguration><Id></Id>${PUT}${QUEUE}</QueueConfiguration></NotificationConfiguration>`,
  )
  expect(writeNotificationConfiguration([])).toBe(
    '<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></NotificationConfiguration>',
  )
})

function filtered(...names: string[]): string {
  const rules = names.map((name) => `<FilterRule><Name>${name}</Name><Value>x</Value></FilterRule>`)
  return `<QueueConfiguration>${QUEUE}${PUT}<Filter><S3Key>${rules.join('')}</S3Key></Filter></QueueConfiguration>`
}

test.each([
  [`<QueueConfiguration>${QUEUE}</QueueConfiguration>`, 'MalformedXML'],
  [`<QueueConfiguration>${QUEUE}<Event>s3:Nope</Event></QueueConfiguration>`, 'InvalidArgument'],
  [`<QueueConfiguration>${QUEUE}${PUT}${PUT}</QueueConfiguration>`, 'InvalidArgument'],
  [`<QueueConfiguration>${QUEUE}${PUT}</QueueConfiguration>`.repeat(2), 'InvalidArgument'],
  [`<QueueConfiguration><Queue>arn:aws:sqs::h1:webhook</Queue>${PUT}</QueueConfiguration>`, 'InvalidArgument'],
  [`<QueueConfiguration><Queue>nonsense</Queue>${PUT}</QueueConfiguration>`, 'InvalidArgument'],
  [filtered('middle'), 'InvalidArgument'],
  [filtered('prefix', 'prefix'), 'InvalidArgument'],
  [filtered('suffix', 'suffix'), 'InvalidArgument'],
  ['<TopicConfiguration><Topic>x</Topic></TopicConfiguration>', 'UnsupportedNotification'],
])('rejects %s', (rules, code) => {
  expect(() => parse(rules)).toThrow(expect.objectContaining({ code, status: 400 }))
})

test('a name with a wildcard covers the single events', () => {
  expect(expandEventName('s3:ObjectAccessed:*')).toContain('s3:ObjectAccessed:Head')
  expect(expandEventName('s3:ObjectCreated:Put')).toEqual(['s3:ObjectCreated:Put'])
  expect(expandEventName('s3:Scanner:*')).toBeUndefined()
})

test('escapes the key of a record as in a query', () => {
  const facts = {
    name: 's3:ObjectRemoved:Delete',
    bucket: 'b',
    key: "dir/ü x!'(*)~.txt",
    time: 0,
    objectTime: 1,
    region: '',
    accessKey: 'a',
    clientAddress: '::1',
    userAgent: '',
    requestId: 'r',
    hostId: 'h',
    deploymentId: 'd',
    endpoint: 'http://h',
  }
  expect(eventRecord(facts, { escapesKey: false }).s3).toMatchObject({ object: { key: facts.key } })
  expect(eventRecord(facts, { escapesKey: true }).s3).toMatchObject({
    object: { key: 'dir%2F%C3%BC+x%21%27%28%2A%29~.txt', sequencer: 'F4240' },
  })
})
