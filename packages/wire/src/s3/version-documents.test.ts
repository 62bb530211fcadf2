import { describe, expect, test } from 'vitest'
import { parseCopied, writeCopied } from './copy-object.ts'
import { writeS3Error } from './error-document.ts'
import { type ListVersionsPage, parseListVersions, writeListVersions } from './list-object-versions.ts'
import { type ObjectAttributes, parseObjectAttributes, writeObjectAttributes } from './object-attributes.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
const OWNER =
  '<Owner><ID>02d6176db174dc93cb1b899f7c6078f08654445fe8cf1b6ce98d8855f66bdbf4</ID><DisplayName>minio</DisplayName></Owner>'

const date = '2026-11-21T10:02:33.778Z'
const time = Date.parse(date)
const malformed = expect.objectContaining({ code: 'MalformedXML', status: 400 })

describe('ListObjectVersions', () => {
  const page: ListVersionsPage = {
    bucket: 'b',
    prefix: 'd r/',
    delimiter: '/',
    keyMarker: 'd r/a&',
    versionIdMarker: 'v0',
    nextKeyMarker: 'd r/b+',
    nextVersionIdMarker: 'v2',
    maxKeys: 3,
    isTruncated: true,
    versions: [
      { key: 'd r/b+', versionId: 'v1', isLatest: true, isDeleteMarker: true, size: 0, etag: '', lastModified: time },
      {
        key: 'd r/b+',
        versionId: 'null',
        isLatest: false,
        isDeleteMarker: false,
        size: 2,
        etag: 'e-2',
        lastModified: time,
        metadata: { headers: { 'content-type': 'text/x', 'x-amz-meta-a': '1' }, tags: 't=1' },
      },
    ],
    commonPrefixes: ['d r/x&/'],
  }

  test('is written as MinIO writes it', () => {
    expect(writeListVersions(page, { urlEncoded: true })).toBe(
      `${DECLARATION}<ListVersionsResult ${NAMESPACE}><Name>b</Name><Prefix>d+r/</Prefix><KeyMarker>d+r/a%26</KeyMarker><NextKeyMarker>d+r/b%2B</NextKeyMarker><NextVersionIdMarker>v2</NextVersionIdMarker><VersionIdMarker>v0</VersionIdMarker><MaxKeys>3</MaxKeys><Delimiter>/</Delimiter><IsTruncated>true</IsTruncated><CommonPrefixes><Prefix>d+r/x%26/</Prefix></CommonPrefixes><DeleteMarker><Key>d+r/b%2B</Key><LastModified>${date}</LastModified><ETag></ETag><Size>0</Size>${OWNER}<StorageClass>STANDARD</StorageClass><IsLatest>true</IsLatest><VersionId>v1</VersionId></DeleteMarker><Version><Key>d+r/b%2B</Key><LastModified>${date}</LastModified><ETag>&#34;e-2&#34;</ETag><Size>2</Size>${OWNER}<StorageClass>STANDARD</StorageClass><UserMetadata><content-type>text/x</content-type><X-Amz-Meta-A>1</X-Amz-Meta-A></UserMetadata><UserTags>t=1</UserTags><Internal><K>1</K><M>0</M></Internal><IsLatest>false</IsLatest><VersionId>null</VersionId></Version><EncodingType>url</EncodingType></ListVersionsResult>`,
    )
  })

  test.each([false, true])('round-trips in order (encoded: %s)', (urlEncoded) => {
    expect(parseListVersions(writeListVersions(page, { urlEncoded }))).toEqual(page)
  })

  test('omits optional elements without a value', () => {
    const empty: ListVersionsPage = {
      bucket: 'b',
      prefix: '',
      keyMarker: '',
      versionIdMarker: '',
      maxKeys: 1000,
      isTruncated: false,
      versions: [],
      commonPrefixes: [],
    }
    const written = writeListVersions(empty)
    expect(written).toBe(
      `${DECLARATION}<ListVersionsResult ${NAMESPACE}><Name>b</Name><Prefix></Prefix><KeyMarker></KeyMarker><NextVersionIdMarker></NextVersionIdMarker><VersionIdMarker></VersionIdMarker><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated></ListVersionsResult>`,
    )
    expect(parseListVersions(written)).toEqual(empty)
    expect(() => parseListVersions('<ListBucketResult/>')).toThrow(malformed)
  })
})

test('the result of a copy is written as MinIO writes it, and round-trips', () => {
  const copied = { etag: 'e', lastModified: time }
  expect(writeCopied('object', copied)).toBe(
    `${DECLARATION}<CopyObjectResult ${NAMESPACE}><LastModified>${date}</LastModified><ETag>&#34;e&#34;</ETag></CopyObjectResult>`,
  )
  expect(parseCopied('object', writeCopied('object', copied))).toEqual(copied)
  expect(parseCopied('part', writeCopied('part', copied))).toEqual(copied)
  const error = writeS3Error({ code: 'InternalError', message: 'We encountered an internal error' })
  expect(() => parseCopied('object', error)).toThrow(expect.objectContaining({ code: 'InternalError' }))
})

describe('the attributes of an object', () => {
  const full: ObjectAttributes = {
    etag: '30dc-2',
    checksum: { values: { sha256: '02fc=' }, type: 'COMPOSITE' },
    parts: {
      partNumberMarker: 0,
      nextPartNumberMarker: 1,
      maxParts: 1,
      partsCount: 2,
      isTruncated: true,
      parts: [{ partNumber: 1, size: 5_242_880, checksums: { sha256: 'oplo=' } }],
    },
    storageClass: 'STANDARD',
    size: 5_242_884,
  }
  const written = `${DECLARATION}<getObjectAttributesResponse ${NAMESPACE}><ETag>30dc-2</ETag><Checksum><ChecksumSHA256>02fc=</ChecksumSHA256><ChecksumType>COMPOSITE</ChecksumType></Checksum><ObjectParts><IsTruncated>true</IsTruncated><MaxParts>1</MaxParts><NextPartNumberMarker>1</NextPartNumberMarker><PartNumberMarker>0</PartNumberMarker><PartsCount>2</PartsCount><Part><PartNumber>1</PartNumber><Size>5242880</Size><ChecksumSHA256>oplo=</ChecksumSHA256></Part></ObjectParts><StorageClass>STANDARD</StorageClass><ObjectSize>5242884</ObjectSize></getObjectAttributesResponse>`

  test('are written as MinIO writes them, and round-trip', () => {
    expect(writeObjectAttributes(full)).toBe(written)
    expect(parseObjectAttributes(written)).toEqual(full)
    expect(parseObjectAttributes(writeObjectAttributes({ size: 5 }))).toEqual({ size: 5 })
  })

  test('are also parsed as AWS writes them', () => {
    const ofAws = written.replaceAll('getObjectAttributes', 'GetObjectAttributes')
    expect(parseObjectAttributes(Buffer.from(ofAws))).toEqual(full)
    expect(() => parseObjectAttributes('<Foo/>')).toThrow(malformed)
  })
})
