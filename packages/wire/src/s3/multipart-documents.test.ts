import { describe, expect, test } from 'vitest'
import {
  parseCompleteMultipartUpload,
  parseCompleteMultipartUploadResult,
  writeCompleteMultipartUpload,
  writeCompleteMultipartUploadResult,
} from './complete-multipart-upload.ts'
import { writeS3Error } from './error-document.ts'
import { parseInitiateMultipartUpload, writeInitiateMultipartUpload } from './initiate-multipart-upload.ts'
import { parseListMultipartUploads, writeListMultipartUploads } from './list-multipart-uploads.ts'
import { type ListPartsPage, parseListParts, writeListParts } from './list-parts.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
const ANONYMOUS = (name: string) => `<${name}><ID></ID><DisplayName></DisplayName></${name}>`

const time = Date.parse('2026-11-21T10:02:33.778Z')
const malformed = expect.objectContaining({ code: 'MalformedXML', status: 400 })

describe('multipart documents', () => {
  const upload = { bucket: 'b', key: 'mp <&>', uploadId: 'id' }

  test('of the initiation round-trip', () => {
    expect(parseInitiateMultipartUpload(writeInitiateMultipartUpload(upload))).toEqual(upload)
    expect(() => parseInitiateMultipartUpload('<InitiateMultipartUploadResult/>')).toThrow(malformed)
  })

  test('of the completion round-trip', () => {
    const parts = [
      { partNumber: 1, etag: 'a' },
      { partNumber: 7, etag: 'b-2', checksums: { crc32: 'r/zBbw==' } },
    ]
    const result = {
      location: 'http://h/b/k',
      bucket: 'b',
      key: 'k',
      etag: 'x-2',
      checksums: { sha256: '02fc=-2' },
      checksumType: 'COMPOSITE' as const,
    }

    expect(parseCompleteMultipartUpload(writeCompleteMultipartUpload(parts))).toEqual(parts)
    expect(parseCompleteMultipartUploadResult(writeCompleteMultipartUploadResult(result))).toEqual(result)
  })

  test.each([
    ['without a part', [], 'InvalidRequest'],
    ['out of order', [2, 1], 'InvalidPartOrder'],
    ['with a part twice', [1, 1], 'InvalidPartOrder'],
  ])('reject a completion %s', (_, numbers, code) => {
    const parts = numbers.map((partNumber) => ({ partNumber, etag: 'a' }))

    expect(() => parseCompleteMultipartUpload(writeCompleteMultipartUpload(parts))).toThrow(
      expect.objectContaining({ code, status: 400 }),
    )
  })

  test('reject an invalid part number', () => {
    const text =
      '<CompleteMultipartUpload><Part><PartNumber>z</PartNumber><ETag>a</ETag></Part></CompleteMultipartUpload>'

    expect(() => parseCompleteMultipartUpload(text)).toThrow(malformed)
  })

  test('report an error that was sent with status 200', () => {
    const error = writeS3Error({ code: 'InternalError', message: 'We encountered an internal error' })

    expect(() => parseCompleteMultipartUploadResult(error)).toThrow(expect.objectContaining({ code: 'InternalError' }))
  })

  test.each([false, true])('of the parts round-trip (encoded: %s)', (urlEncoded) => {
    const page: ListPartsPage = {
      ...upload,
      partNumberMarker: 0,
      nextPartNumberMarker: 1,
      maxParts: 1,
      isTruncated: true,
      parts: [{ partNumber: 1, size: 5_242_880, etag: 'a', lastModified: time }],
    }
    expect(parseListParts(writeListParts(page, { urlEncoded }))).toEqual(page)
    const parts = page.parts.map((part) => ({ ...part, checksums: { crc64nvme: 'PbvLEkWUSgg=' } }))
    const checked: ListPartsPage = { ...page, checksum: { algorithm: 'crc64nvme', type: 'FULL_OBJECT' }, parts }
    const written = writeListParts(checked, { urlEncoded })
    expect(written).toContain(
      '<IsTruncated>true</IsTruncated><ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm><ChecksumType>FULL_OBJECT</ChecksumType><Part>',
    )
    expect(written).toContain('<Size>5242880</Size><ChecksumCRC64NVME>PbvLEkWUSgg=</ChecksumCRC64NVME></Part>')
    expect(parseListParts(written)).toEqual(checked)
  })
})

describe('ListMultipartUploads', () => {
  const page = {
    bucket: 'b',
    prefix: 'ü +',
    delimiter: '/',
    keyMarker: 'a&',
    uploadIdMarker: 'u0',
    nextKeyMarker: 'ü +1',
    nextUploadIdMarker: 'u1',
    maxUploads: 1,
    isTruncated: true,
    uploads: [{ key: 'ü +1', uploadId: 'u1', initiatedAt: time }],
    commonPrefixes: ['ü +x/'],
  }

  test('is written as MinIO writes it', () => {
    expect(writeListMultipartUploads({ ...page, commonPrefixes: [] }, { urlEncoded: true })).toBe(
      `${DECLARATION}<ListMultipartUploadsResult ${NAMESPACE}><Bucket>b</Bucket><KeyMarker>a%26</KeyMarker><UploadIdMarker>u0</UploadIdMarker><NextKeyMarker>%C3%BC+%2B1</NextKeyMarker><NextUploadIdMarker>u1</NextUploadIdMarker><Delimiter>/</Delimiter><Prefix>%C3%BC+%2B</Prefix><EncodingType>url</EncodingType><MaxUploads>1</MaxUploads><IsTruncated>true</IsTruncated><Upload><Key>%C3%BC+%2B1</Key><UploadId>u1</UploadId>${ANONYMOUS('Initiator')}${ANONYMOUS('Owner')}<StorageClass></StorageClass><Initiated>2026-11-21T10:02:33.778Z</Initiated></Upload></ListMultipartUploadsResult>`,
    )
  })

  test.each([false, true])('round-trips (encoded: %s)', (urlEncoded) => {
    expect(parseListMultipartUploads(writeListMultipartUploads(page, { urlEncoded }))).toEqual(page)
    expect(() => parseListMultipartUploads('<ListPartsResult/>')).toThrow(malformed)
  })
})
