import { expect, test } from 'vitest'
import { targetName } from './event-text.ts'

test('a target is called by its name and service, and anything else by its ARN', () => {
  expect(targetName('arn:minio:sqs::photos:webhook')).toBe('photos (webhook)')
  expect(targetName('arn:minio:sqs:eu-1:photos:kafka')).toBe('photos (kafka)')
  for (const arn of ['arn:aws:sns:eu-1:1234:topic', 'arn:minio:sqs::webhook', '', 'photos']) {
    expect(targetName(arn)).toBe(arn)
  }
})
