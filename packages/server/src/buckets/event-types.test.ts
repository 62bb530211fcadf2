import { expect, test } from 'vitest'
import { eventName, eventTypeOf } from './event-types.ts'

test.each([
  ['put', 's3:ObjectCreated:*'],
  ['get', 's3:ObjectAccessed:*'],
  ['delete', 's3:ObjectRemoved:*'],
  ['s3:ObjectCreated:Put', 's3:ObjectCreated:Put'],
  ['s3:ObjectAccessed:Head', 's3:ObjectAccessed:Head'],
  ['s3:Replication:*', 's3:Replication:*'],
  ['s3:Later:Invented', 's3:Later:Invented'],
  ['constructor', 'constructor'],
])('converts %s to %s and back', (type, name) => {
  expect(eventName(type)).toBe(name)
  expect(eventTypeOf(name)).toBe(type)
})
