import { describe, expect, test } from 'vitest'
import {
  parseCreateBucketConfiguration,
  parseLocationConstraint,
  writeCreateBucketConfiguration,
  writeLocationConstraint,
} from './bucket-location.ts'
import { parseDeleteRequest, parseDeleteResult, writeDeleteRequest, writeDeleteResult } from './delete-objects.ts'
import { parseS3Error, writeS3Error } from './error-document.ts'
import { parseListBuckets, writeListBuckets } from './list-buckets.ts'
import { writeListObjectsV1 } from './list-objects-v1.ts'
import {
  createListObjectsV2Reader,
  type ListObjectsV2Page,
  parseListObjectsV2,
  writeListObjectsV2,
} from './list-objects-v2.ts'
import { parseVersioning, writeVersioning } from './versioning.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
const OWNER =
  '<Owner><ID>02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4</ID><DisplayName>minio</DisplayName></Owner>'
const time = Date.parse('2026-11-21T10:02:33.778Z')
const malformed = expect.objectContaining({ code: 'MalformedXML', status: 400 })

test('ListBuckets is written as MinIO writes it and round-trips', () => {
  const buckets = [
    { name: 'bkt1', createdAt: Date.parse('2026-11-21T09:57:36.016Z') },
    { name: 'lockb', createdAt: Date.parse('2026-11-21T09:57:36.026Z') },
  ]
  const written = writeListBuckets(buckets)

  expect(written).toBe(
    `${DECLARATION}<ListAllMyBucketsResult ${NAMESPACE}>${OWNER}<Buckets><Bucket><Name>bkt1</Name><CreationDate>2026-11-21T09:57:36.016Z</CreationDate></Bucket><Bucket><Name>lockb</Name><CreationDate>2026-11-21T09:57:36.026Z</CreationDate></Bucket></Buckets></ListAllMyBucketsResult>`,
  )
  expect(parseListBuckets(written)).toEqual(buckets)
  expect(parseListBuckets(writeListBuckets([]))).toEqual([])
})

describe('ListObjectsV2', () => {
  const page: ListObjectsV2Page = {
    bucket: 'bkt1',
    prefix: '',
    delimiter: '/',
    maxKeys: 1000,
    isTruncated: false,
    objects: [{ key: 'top.txt', size: 3, etag: 'b28354b543375bfa94dabaeda722927f', lastModified: time }],
    commonPrefixes: ['dir/'],
  }
  const oddKeys = ['ü😀 a+b', 'tab\tnl\nq"\'<>&', '%41', "it's(1)*~!.txt", 'cr\rx', 'c1\u0085nel', ']]>']

  test('is written as MinIO writes it', () => {
    expect(writeListObjectsV2(page, { withOwner: true })).toBe(
      `${DECLARATION}<ListBucketResult ${NAMESPACE}><Name>bkt1</Name><Prefix></Prefix><KeyCount>2</KeyCount><MaxKeys>1000</MaxKeys><Delimiter>/</Delimiter><IsTruncated>false</IsTruncated><Contents><Key>top.txt</Key><LastModified>2026-11-21T10:02:33.778Z</LastModified><ETag>&#34;b28354b543375bfa94dabaeda722927f&#34;</ETag><Size>3</Size>${OWNER}<StorageClass>STANDARD</StorageClass></Contents><CommonPrefixes><Prefix>dir/</Prefix></CommonPrefixes></ListBucketResult>`,
    )
  })

  test.each([
    ['a\u0001b', 'a&#x1;b', 'a%01b'],
    ['tab\tnl\nq"\'<>&', 'tab&#x9;nl&#xA;q&#34;&#39;&lt;&gt;&amp;', 'tab%09nl%0Aq%22%27%3C%3E%26'],
    ['fffe\ufffe', 'fffe\ufffd', 'fffe%EF%BF%BE'],
    ['c1\u0085nel', 'c1\u0085nel', 'c1%C2%85nel'],
    ['del\u007f', 'del\u007f', 'del%7F'],
    ["it's(1)*~!.txt", 'it&#39;s(1)*~!.txt', 'it%27s%281%29*%7E%21.txt'],
    ['a b+c', 'a b+c', 'a+b%2Bc'],
    ['%41', '%41', '%2541'],
  ])('escapes the key %j as MinIO does', (key, plain, encoded) => {
    const odd = { ...page, objects: [{ key, size: 1, etag: 'e', lastModified: time }] }

    expect(writeListObjectsV2(odd)).toContain(`<Key>${plain}</Key>`)
    expect(writeListObjectsV2(odd, { urlEncoded: true })).toContain(`<Key>${encoded}</Key>`)
  })

  test.each([false, true])('round-trips every key (encoded: %s)', (urlEncoded) => {
    const full: ListObjectsV2Page = {
      ...page,
      prefix: 'a &<',
      startAfter: 'b+ ',
      continuationToken: 'YQ==',
      nextContinuationToken: 'Yg==',
      isTruncated: true,
      objects: oddKeys.map((key, size) => ({ key, size, etag: 'e', lastModified: time })),
      commonPrefixes: oddKeys.map((key) => `${key}/`),
    }

    expect(parseListObjectsV2(writeListObjectsV2(full, { urlEncoded, withOwner: true }))).toEqual(full)
  })

  test('is parsed however the network splits it', () => {
    const bytes = Buffer.from(writeListObjectsV2({ ...page, prefix: 'ü😀' }))
    const reader = createListObjectsV2Reader()
    for (const byte of bytes) reader.write(Uint8Array.of(byte))

    expect(reader.end()).toEqual({ ...page, prefix: 'ü😀' })
  })

  test('contains what MinIO adds with metadata=true', () => {
    const headers = { 'content-type': 'text/x', 'x-amz-meta-foo-1x_y.z': 'v&<' }
    const [object] = page.objects
    const full = { ...page, objects: object === undefined ? [] : [{ ...object, metadata: { headers, tags: 'a=%20' } }] }
    const written = writeListObjectsV2(full)
    expect(written).toContain(
      '<StorageClass>STANDARD</StorageClass><UserMetadata><content-type>text/x</content-type><X-Amz-Meta-Foo-1x_y.z>v&amp;&lt;</X-Amz-Meta-Foo-1x_y.z></UserMetadata><UserTags>a=%20</UserTags><Internal><K>1</K><M>0</M></Internal></Contents>',
    )
    expect(parseListObjectsV2(written)).toEqual(full)
  })

  test('omits a header whose name is not a valid element name', () => {
    const objects = page.objects.map((one) => ({ ...one, metadata: { headers: { 'x-amz-meta-a!': '1' }, tags: '' } }))
    expect(writeListObjectsV2({ ...page, objects })).toContain('<UserMetadata></UserMetadata><Internal>')
  })

  test('rejects another document or a truncated one', () => {
    const written = writeListObjectsV2(page)
    expect(() => parseListObjectsV2(writeListBuckets([]))).toThrow(malformed)
    expect(() => parseListObjectsV2(written.slice(0, -1))).toThrow(malformed)
    expect(() => parseListObjectsV2(written.replace('<Size>3', '<Size>x'))).toThrow(malformed)
  })
})

test('the older ListObjects is written as MinIO writes it', () => {
  const page = {
    bucket: 'bkt1',
    prefix: '',
    marker: '%',
    nextMarker: '%41',
    delimiter: '/',
    maxKeys: 1,
    isTruncated: true,
    objects: [{ key: '%41', size: 1, etag: 'e', lastModified: time }],
    commonPrefixes: ['d r/'],
  }

  expect(writeListObjectsV1(page, { urlEncoded: true })).toBe(
    `${DECLARATION}<ListBucketResult ${NAMESPACE}><Name>bkt1</Name><Prefix></Prefix><Marker>%25</Marker><NextMarker>%2541</NextMarker><MaxKeys>1</MaxKeys><Delimiter>/</Delimiter><IsTruncated>true</IsTruncated><Contents><Key>%2541</Key><LastModified>2026-11-21T10:02:33.778Z</LastModified><ETag>&#34;e&#34;</ETag><Size>1</Size>${OWNER}<StorageClass>STANDARD</StorageClass></Contents><CommonPrefixes><Prefix>d+r/</Prefix></CommonPrefixes><EncodingType>url</EncodingType></ListBucketResult>`,
  )
})

test('the location of a bucket is written as MinIO writes it and round-trips', () => {
  expect(writeLocationConstraint('')).toBe(`${DECLARATION}<LocationConstraint ${NAMESPACE}></LocationConstraint>`)
  expect(parseLocationConstraint(writeLocationConstraint('eu-west-9'))).toBe('eu-west-9')
  expect(parseCreateBucketConfiguration(writeCreateBucketConfiguration('eu-west-9'))).toBe('eu-west-9')
  expect(parseCreateBucketConfiguration('')).toBe('')
  expect(parseCreateBucketConfiguration('<CreateBucketConfiguration/>')).toBe('')
  expect(() => parseCreateBucketConfiguration('<Foo/>')).toThrow(malformed)
})

describe('versioning', () => {
  test('has a third state', () => {
    expect(writeVersioning({})).toBe(`<VersioningConfiguration ${NAMESPACE}></VersioningConfiguration>`)
    expect(parseVersioning(writeVersioning({}))).toEqual({})
  })

  test('keeps MinIO’s extensions', () => {
    const configuration = { status: 'Enabled', excludedPrefixes: ['tmp/*', 'log/'], excludeFolders: true } as const

    expect(parseVersioning(writeVersioning({ ...configuration, excludedPrefixes: ['tmp/*', 'log/'] }))).toEqual(
      configuration,
    )
  })

  test('reports MFA delete', () => {
    expect(parseVersioning(writeVersioning({ status: 'Enabled', mfaDelete: 'Enabled' }))).toEqual({
      status: 'Enabled',
      mfaDelete: 'Enabled',
    })
  })

  test('rejects an unknown status and names it', () => {
    expect(() => parseVersioning('<VersioningConfiguration><Status>Bad</Status></VersioningConfiguration>')).toThrow(
      expect.objectContaining({ code: 'IllegalVersioningConfigurationException', status: 400 }),
    )
  })
})

describe('DeleteObjects', () => {
  test('round-trips with versions and quiet mode', () => {
    const request = { objects: [{ key: 'a <&>\r\n' }, { key: 'b', versionId: 'null' }], quiet: true }

    expect(parseDeleteRequest(writeDeleteRequest(request))).toEqual(request)
  })

  test('is not written for a key that XML cannot represent', () => {
    expect(() => writeDeleteRequest({ objects: [{ key: 'a\u0001' }], quiet: false })).toThrow(RangeError)
  })

  test('is rejected for no object and for more than a thousand', () => {
    const many = { objects: Array.from({ length: 1001 }, () => ({ key: 'a' })), quiet: false }

    expect(() => parseDeleteRequest('<Delete></Delete>')).toThrow(malformed)
    expect(() => parseDeleteRequest(writeDeleteRequest(many))).toThrow(malformed)
  })

  test('responds as MinIO does', () => {
    const result = {
      deleted: [
        { key: 'a' },
        { key: 'b', versionId: 'v1' },
        { key: 'c', deleteMarkerVersionId: 'm1' },
        { key: 'n', deleteMarkerVersionId: 'null' },
      ],
      failed: [{ key: 'd', versionId: 'zz', code: 'NoSuchVersion', message: 'The specified version does not exist.' }],
    }
    const written = writeDeleteResult(result)

    expect(written).toBe(
      `${DECLARATION}<DeleteResult ${NAMESPACE}><Deleted><Key>a</Key></Deleted><Deleted><Key>b</Key><VersionId>v1</VersionId></Deleted><Deleted><DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>m1</DeleteMarkerVersionId><Key>c</Key></Deleted><Deleted><DeleteMarker>true</DeleteMarker><Key>n</Key></Deleted><Error><Code>NoSuchVersion</Code><Message>The specified version does not exist.</Message><Key>d</Key><VersionId>zz</VersionId></Error></DeleteResult>`,
    )
    expect(parseDeleteResult(written)).toEqual(result)
  })
})

describe('error documents', () => {
  const error = {
    code: 'NoSuchKey',
    message: "The key isn't there.",
    key: "gh'ost<>",
    bucketName: 'b',
    resource: "/b/gh'ost<>",
    requestId: '18EA',
    hostId: 'f6a3',
  }

  test('are written as MinIO writes them, and round-trip', () => {
    const written = writeS3Error(error)

    expect(written).toBe(
      `${DECLARATION}<Error><Code>NoSuchKey</Code><Message>The key isn&#39;t there.</Message><Key>gh&#39;ost&lt;&gt;</Key><BucketName>b</BucketName><Resource>/b/gh&#39;ost&lt;&gt;</Resource><RequestId>18EA</RequestId><HostId>f6a3</HostId></Error>`,
    )
    expect(parseS3Error(written)).toEqual(error)
  })

  test('are distinguished from anything else', () => {
    expect(parseS3Error('')).toBeUndefined()
    expect(parseS3Error('<html><body>Bad gateway</body></html>')).toBeUndefined()
    expect(parseS3Error('x'.repeat(1_000_000))).toBeUndefined()
  })
})
