import { texts } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { ask, given, outcome, target } from '../target.ts'

describe('ListBuckets', () => {
  test('lists buckets in the order of their names, with owner and creation date', async () => {
    const made = [await given.bucket(), await given.bucket(), await given.bucket()].sort()

    const answer = await ask({ method: 'GET' })

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/xml')
    const names = texts(answer.text, 'Name')
    expect(names.filter((name) => made.includes(name))).toEqual(made)
    expect(names).toEqual([...names].sort())
    for (const date of texts(answer.text, 'CreationDate'))
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(texts(answer.text, 'ID')).toEqual(['02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4'])
    expect(texts(answer.text, 'DisplayName')).toEqual(['minio'])
  })

  test('refuses an unknown access key', async () => {
    const answer = await ask({ method: 'GET', credentials: { ...target.root, accessKey: 'nobody-we-know' } })
    expect(outcome(answer)).toEqual({ status: 403, code: 'InvalidAccessKeyId' })
  })

  test('refuses a wrong secret', async () => {
    const answer = await ask({ method: 'GET', credentials: { ...target.root, secretKey: 'not-the-secret' } })
    expect(outcome(answer)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' })
  })

  test('refuses anonymous callers, also where a bucket is open to everybody', async () => {
    const bucket = await given.bucket()
    const Statement = [
      { Effect: 'Allow', Principal: '*', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] },
    ]
    const body = JSON.stringify({ Version: '2012-10-17', Statement })
    expect((await ask({ method: 'PUT', bucket, query: { policy: '' }, body })).status).toBe(204)
    const answer = await ask({ method: 'GET', credentials: undefined })
    expect(outcome(answer)).toEqual({ status: 403, code: 'AccessDenied' })
  })

  test('every answer carries a request id', async () => {
    const answer = await ask({ method: 'GET' })
    expect(answer.headers['x-amz-request-id']).toMatch(/^[0-9A-F]{16}$/)
  })
})
