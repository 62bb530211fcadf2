/** The AWS SDK as applications use it: default settings, with the checksums and chunked uploads it chooses itself. */

import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { uniqueName } from '@cooperage/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { given, ODD_KEYS } from '../target.ts'
import { sdkClient } from './aws-sdk-client.ts'

const s3 = sdkClient()
afterAll(() => s3.destroy())

describe('The AWS SDK', () => {
  test('creates, finds and deletes a bucket', async () => {
    const Bucket = uniqueName()
    await s3.send(new CreateBucketCommand({ Bucket }))
    await s3.send(new HeadBucketCommand({ Bucket }))
    expect((await s3.send(new ListBucketsCommand())).Buckets?.map(({ Name }) => Name)).toContain(Bucket)
    await s3.send(new DeleteBucketCommand({ Bucket }))
    await expect(s3.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    })
  })

  test('writes, reads and deletes an object', async () => {
    const Bucket = await given.bucket()
    const put = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'k',
        Body: 'text',
        ContentType: 'text/plain',
        Metadata: { colour: 'green' },
      }),
    )
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'k' }))
    expect(head).toMatchObject({
      ContentLength: 4,
      ContentType: 'text/plain',
      Metadata: { colour: 'green' },
      ETag: put.ETag,
    })
    expect(head.LastModified).toBeInstanceOf(Date)
    expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: 'k' }))).Body?.transformToString()).toBe('text')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'k' }))
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: 'k' }))).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('puts a stream of known length', async () => {
    const Bucket = await given.bucket()
    const body = Buffer.alloc(300_000, 'stream ')
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'k',
        Body: Readable.from([body.subarray(0, 100_000), body.subarray(100_000)]),
        ContentLength: body.length,
      }),
    )
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'k' }))
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true)
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    'puts with the checksum %s',
    async (ChecksumAlgorithm) => {
      const Bucket = await given.bucket()
      await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'text', ChecksumAlgorithm }))
      const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' }))
      expect(await got.Body?.transformToString()).toBe('text')
    },
  )

  test('reads a range and honours conditions', async () => {
    const Bucket = await given.bucket()
    await given.object(Bucket, 'k', '0123456789')
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'k', Range: 'bytes=2-4' }))
    expect([got.ContentRange, await got.Body?.transformToString()]).toEqual(['bytes 2-4/10', '234'])
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: 'k', IfMatch: '"other"' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 412 },
    })
  })

  test('pages through unusual keys', async () => {
    const Bucket = await given.bucket()
    for (const Key of ODD_KEYS) await s3.send(new PutObjectCommand({ Bucket, Key, Body: '' }))
    const keys: (string | undefined)[] = []
    for await (const page of paginateListObjectsV2({ client: s3, pageSize: 4 }, { Bucket })) {
      for (const { Key } of page.Contents ?? []) keys.push(Key)
    }
    expect(keys.sort()).toEqual([...ODD_KEYS].sort())
  })

  test('lists folders', async () => {
    const Bucket = await given.bucket()
    await given.object(Bucket, 'a/b')
    await given.object(Bucket, 'c')
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'a/' }])
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(['c'])
  })

  test('removes many objects', async () => {
    const Bucket = await given.bucket()
    for (const Key of ODD_KEYS) await given.object(Bucket, Key, '')
    const result = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: ODD_KEYS.map((Key) => ({ Key })) } }),
    )
    expect(result.Errors).toBeUndefined()
    expect(result.Deleted?.length).toBe(ODD_KEYS.length)
    expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  })

  test('runs a multipart upload', async () => {
    const Bucket = await given.bucket()
    const first = Buffer.alloc(5 << 20, 'part ')
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }))
    const one = await s3.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: first }))
    const two = await s3.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 2, Body: 'end' }))
    const Parts = [one, two].map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }))
    const done = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key: 'k', UploadId, MultipartUpload: { Parts } }),
    )
    expect(done.ETag).toMatch(/-2"$/)
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'k' }))).ContentLength).toBe(first.length + 3)
  })

  test('runs a multipart upload with a checksum declared at creation', async () => {
    const Bucket = await given.bucket()
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key: 'k', ChecksumAlgorithm: 'CRC32' }),
    )
    const one = await s3.send(
      new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'only', ChecksumAlgorithm: 'CRC32' }),
    )
    const Parts = [{ ETag: one.ETag, PartNumber: 1, ChecksumCRC32: one.ChecksumCRC32 }]
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'k', UploadId, MultipartUpload: { Parts } }))
    expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: 'k' }))).Body?.transformToString()).toBe('only')
  })

  test('aborts an upload', async () => {
    const Bucket = await given.bucket()
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }))
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'k', UploadId }))
    await expect(
      s3.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'x' })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  test('works with temporary credentials', async () => {
    const temporary = sdkClient(await assumeRole())
    const Bucket = await given.bucket()
    await temporary.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'text' }))
    expect((await temporary.send(new HeadObjectCommand({ Bucket, Key: 'k' }))).ContentLength).toBe(4)
    temporary.destroy()
  })
})
