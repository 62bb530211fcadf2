import { expect, test } from 'vitest'
import { isTierEndpoint, NEW_TIER_TYPES } from './tiers.ts'

test.each([
  ['https://host', ['s3', 'gcs', 'azure']],
  ['http://10.0.0.1:9000/', ['s3', 'gcs', 'azure']],
  ['http://127.0.0.1:10000/account1', ['azure']],
  ['https://host/a/b', []],
  ['https://host/?a=b', []],
  ['https://user:secret@host', []],
  ['ftp://host', []],
  ['host:9000', []],
])('%s is an endpoint of %j', (endpoint, types) => {
  expect(NEW_TIER_TYPES.filter((type) => isTierEndpoint(endpoint, type))).toEqual(types)
})
