/** The AWS SDK for JavaScript: bucket-level operations. */
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCorsCommand,
  DeleteBucketPolicyCommand,
  DeleteBucketTaggingCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { sendUrl } from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, target } from '../target.ts'
import { sdkClient } from './aws-sdk-client.ts'

const s3 = sdkClient()
afterAll(() => s3.destroy())

const allow = (Action: string, Resource: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: ['*'] }, Action: [Action], Resource: [Resource] }],
})

describe('The AWS SDK and buckets', () => {
  test('makes a bucket public with a policy, and private again', async () => {
    const Bucket = await given.bucket()
    await given.object(Bucket, 'k', 'open')
    const url = new URL(`/${Bucket}/k`, target.url)
    await expect(s3.send(new GetBucketPolicyCommand({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchBucketPolicy' })
    expect((await sendUrl(url)).status).toBe(403)
    const Policy = JSON.stringify(allow('s3:GetObject', `arn:aws:s3:::${Bucket}/*`))
    await s3.send(new PutBucketPolicyCommand({ Bucket, Policy }))
    expect((await s3.send(new GetBucketPolicyCommand({ Bucket }))).Policy).toContain('s3:GetObject')
    expect(await sendUrl(url)).toMatchObject({ status: 200, text: 'open' })
    await s3.send(new DeleteBucketPolicyCommand({ Bucket }))
    expect((await sendUrl(url)).status).toBe(403)
  })

  test('allows another origin with a CORS configuration', async () => {
    const Bucket = await given.bucket()
    const CORSRules = [{ AllowedOrigins: ['https://app.example'], AllowedMethods: ['GET'], MaxAgeSeconds: 60 }]
    const put = s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
    const outcome = await put.then(
      () => 'stored',
      (error: Error) => error.name,
    )
    expect(outcome).toBe(
      differs({ engine: 'stored', minio: 'NotImplemented' }, 'MinIO has one setting for the whole server'),
    )
    if (outcome !== 'stored') return
    expect((await s3.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual(CORSRules)
    await s3.send(new DeleteBucketCorsCommand({ Bucket }))
    await expect(s3.send(new GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchCORSConfiguration',
    })
  })

  test('tags a bucket', async () => {
    const Bucket = await given.bucket()
    const TagSet = [{ Key: 'team', Value: 'oil' }]
    await s3.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }))
    expect((await s3.send(new GetBucketTaggingCommand({ Bucket }))).TagSet).toEqual(TagSet)
    await s3.send(new DeleteBucketTaggingCommand({ Bucket }))
    await expect(s3.send(new GetBucketTaggingCommand({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchTagSet' })
  })

  test('lists with ListObjects version 1', async () => {
    const Bucket = await given.bucket()
    for (const key of ['a/1', 'a/2', 'b', 'c']) await given.object(Bucket, key)
    const first = await s3.send(new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 2 }))
    expect([first.CommonPrefixes?.map(({ Prefix }) => Prefix), first.Contents?.map(({ Key }) => Key)]).toEqual([
      ['a/'],
      ['b'],
    ])
    const rest = await s3.send(new ListObjectsCommand({ Bucket, Delimiter: '/', Marker: first.NextMarker }))
    expect([rest.IsTruncated, rest.Contents?.map(({ Key }) => Key)]).toEqual([false, ['c']])
  })

  test('lists uploads and their parts', async () => {
    const Bucket = await given.bucket()
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }))
    await s3.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 7, Body: 'seven' }))
    const uploads = async () => (await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'k' }))).Uploads
    expect((await uploads())?.map((upload) => upload.UploadId)).toEqual([UploadId])
    const { Parts } = await s3.send(new ListPartsCommand({ Bucket, Key: 'k', UploadId }))
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([[7, 5]])
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'k', UploadId }))
    expect(await uploads()).toBeUndefined()
  })

  test('works within the policy of temporary credentials', async () => {
    const Bucket = await given.bucket()
    await given.object(Bucket, 'k', 'text')
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${Bucket}/*`] }],
    })
    const temporary = sdkClient(await assumeRole({ policy }))
    const got = await temporary.send(new GetObjectCommand({ Bucket, Key: 'k' }))
    expect(await got.Body?.transformToString()).toBe('text')
    await expect(temporary.send(new PutObjectCommand({ Bucket, Key: 'k', Body: '' }))).rejects.toMatchObject({
      name: 'AccessDenied',
      $metadata: { httpStatusCode: 403 },
    })
    temporary.destroy()
  })
})
