import { describe, expect, test } from 'vitest'
import { BucketQuotaError, NO_QUOTA, parseBucketQuota, parseBucketQuotaFields, writeBucketQuota } from './quota.ts'

describe('The quota of a bucket', () => {
  test.each([
    ['a server of 2021', '{"quota":1000,"quotatype":"hard"}', { quota: 1000, type: 'hard' }],
    ['a server of 2021 that deletes', '{"quota":1000,"quotatype":"fifo"}', { quota: 1000, type: 'fifo' }],
    ["today's", '{"quota":0,"size":2000,"rate":0,"requests":0,"quotatype":"hard"}', { quota: 2000, type: 'hard' }],
    ["today's, set by an old client", '{"quota":5,"size":0,"quotatype":"hard"}', { quota: 5, type: 'hard' }],
    ['both, of which the new one counts', '{"quota":5,"size":6,"quotatype":"hard"}', { quota: 6, type: 'hard' }],
    ['none', '{"quota":0,"size":0,"rate":0,"requests":0}', NO_QUOTA],
    ['nothing', 'null', NO_QUOTA],
    ['other spellings', '{"Quota":7,"QuotaType":"hard"}', { quota: 7, type: 'hard' }],
    ['an unknown type', '{"quota":7,"quotatype":"soft"}', NO_QUOTA],
  ])('is read from %s', (_, text, quota) => {
    expect(parseBucketQuota(text)).toEqual(quota)
  })

  test('is written for servers of any age', () => {
    const text = writeBucketQuota({ quota: 5, type: 'hard' })
    expect(parseBucketQuotaFields(text)).toEqual({ quota: 5, size: 5, rate: 0, requests: 0, quotatype: 'hard' })
    expect(parseBucketQuota(writeBucketQuota(NO_QUOTA))).toEqual(NO_QUOTA)
  })

  test.each([
    '',
    '[]',
    '"x"',
    '{',
    '{"quota":-1}',
    '{"quota":1.5}',
    '{"quota":"1"}',
    '{"quota":1e30}',
    '{"quotatype":5}',
  ])('is not %s', (text) => {
    expect(() => parseBucketQuotaFields(text)).toThrow(BucketQuotaError)
  })
})
