import { describe, expect, test } from 'vitest'
import {
  parseSubscriptions,
  type Subscription,
  withoutSubscription,
  withSubscription,
  writeSubscriptions,
} from './bucket-subscriptions.ts'

const document = (...entries: string[]) =>
  `<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${entries.join('')}</NotificationConfiguration>`
const filterRule = (name: string, value: string) =>
  `<FilterRule><Name>${name}</Name><Value>${value}</Value></FilterRule>`

/** One entry of each shape that a server may store, and further elements beside them. */
const EVERYTHING = [
  `<QueueConfiguration><Id>a</Id><Filter><S3Key>${filterRule('prefix', 'a &amp; ü/')}${filterRule('suffix', '.txt')}</S3Key></Filter><Event>s3:ObjectCreated:Put</Event><Event>s3:ObjectRemoved:*</Event><Queue>arn:minio:sqs::h1:webhook</Queue></QueueConfiguration>`,
  '<QueueConfiguration><Id></Id><Event>s3:ObjectAccessed:*</Event><Queue>arn:minio:sqs::h1:webhook</Queue></QueueConfiguration>',
  '<QueueConfiguration><Event>s3:Later:Invented</Event><Queue>arn:minio:sqs::h1:webhook</Queue><New><Deep>x</Deep></New></QueueConfiguration>',
  `<QueueConfiguration><Id>s3</Id><Filter><S3Key>${filterRule('Prefix', 'of-s3/')}${filterRule('Middle', 'm')}</S3Key></Filter><Event>s3:ObjectCreated:*</Event><Queue>arn:aws:sqs:eu-1:1:q</Queue></QueueConfiguration>`,
  '<TopicConfiguration><Id>t</Id><Topic>arn:aws:sns:eu-1:1:t</Topic><Event>s3:ObjectCreated:*</Event></TopicConfiguration>',
  '<CloudFunctionConfiguration><CloudFunction>arn:aws:lambda:eu-1:1:f</CloudFunction><Event>s3:ObjectCreated:*</Event></CloudFunctionConfiguration>',
  '<EventBridgeConfiguration></EventBridgeConfiguration>',
]
const NEW: Subscription = {
  id: '',
  arn: 'arn:minio:sqs::h2:webhook',
  events: ['s3:ObjectCreated:*', 's3:ObjectAccessed:*'],
  prefix: 'in & out/',
  suffix: '.jpg',
}

describe('the notifications of a bucket', () => {
  test.each(EVERYTHING)('round-trip unchanged: %s', (entry) => {
    expect(writeSubscriptions(parseSubscriptions(document(entry)))).toBe(document(entry))
  })

  test('are read with their target, events and filter, whichever client wrote them', () => {
    expect(parseSubscriptions(document(...EVERYTHING)).subscriptions).toEqual([
      {
        id: 'a',
        arn: 'arn:minio:sqs::h1:webhook',
        events: ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*'],
        prefix: 'a & ü/',
        suffix: '.txt',
      },
      { id: '', arn: 'arn:minio:sqs::h1:webhook', events: ['s3:ObjectAccessed:*'], prefix: '', suffix: '' },
      { id: '', arn: 'arn:minio:sqs::h1:webhook', events: ['s3:Later:Invented'], prefix: '', suffix: '' },
      { id: 's3', arn: 'arn:aws:sqs:eu-1:1:q', events: ['s3:ObjectCreated:*'], prefix: 'of-s3/', suffix: '' },
      { id: 't', arn: 'arn:aws:sns:eu-1:1:t', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '' },
      { id: '', arn: 'arn:aws:lambda:eu-1:1:f', events: ['s3:ObjectCreated:*'], prefix: '', suffix: '' },
    ])
  })

  test('can be extended and reduced without changing anything else', () => {
    const before = parseSubscriptions(document(...EVERYTHING))
    const after = withSubscription(before, NEW)
    const added = `<QueueConfiguration><Filter><S3Key>${filterRule('prefix', 'in &amp; out/')}${filterRule('suffix', '.jpg')}</S3Key></Filter><Event>s3:ObjectCreated:*</Event><Event>s3:ObjectAccessed:*</Event><Queue>arn:minio:sqs::h2:webhook</Queue></QueueConfiguration>`
    expect(writeSubscriptions(after)).toBe(document(...EVERYTHING, added))
    expect(parseSubscriptions(writeSubscriptions(after)).subscriptions.at(-1)).toEqual(NEW)
    expect(writeSubscriptions(withoutSubscription(after, NEW))).toBe(document(...EVERYTHING))
  })

  test.each([0, 1, 2, 3, 4, 5])('lose only number %i', (at) => {
    const notifications = parseSubscriptions(document(...EVERYTHING))
    const removed = notifications.subscriptions[at]
    if (removed === undefined) throw new Error('no such subscription')
    expect(writeSubscriptions(withoutSubscription(notifications, removed))).toBe(
      document(...EVERYTHING.toSpliced(at, 1)),
    )
  })

  test('in any order and number keep all but the removed one', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let round = 0; round < 200; round++) {
      const entries = Array.from({ length: 1 + random(9) }, () => EVERYTHING[random(EVERYTHING.length - 1)] ?? '')
      const at = random(entries.length)
      const notifications = parseSubscriptions(document(...entries))
      const removed = notifications.subscriptions[at]
      if (removed === undefined) throw new Error('no such subscription')
      const left = withoutSubscription(notifications, removed)
      expect(writeSubscriptions(left)).toBe(document(...entries.toSpliced(at, 1)))
    }
  })
})
