import { describe, expect, test } from 'vitest'
import { parseBucketEncryption, writeBucketEncryption } from './encryption.ts'

const configuration = (rules: string) =>
  `<ServerSideEncryptionConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rules}</ServerSideEncryptionConfiguration>`
const byDefault = (inner: string) =>
  `<Rule><ApplyServerSideEncryptionByDefault>${inner}</ApplyServerSideEncryptionByDefault></Rule>`
const AES = '<SSEAlgorithm>AES256</SSEAlgorithm>'
const KMS = '<SSEAlgorithm>aws:kms</SSEAlgorithm>'

describe('the encryption of a bucket', () => {
  test.each([{ algorithm: 'AES256' }, { algorithm: 'aws:kms', kmsKeyId: 'arn:aws:kms:a & b' }] as const)(
    'round-trips: %j',
    (encryption) => {
      expect(parseBucketEncryption(writeBucketEncryption(encryption))).toEqual(encryption)
    },
  )

  test('is written as MinIO writes it', () => {
    expect(writeBucketEncryption({ algorithm: 'AES256' })).toBe(configuration(byDefault(AES)))
  })

  test.each([
    [
      'without a name space',
      '<ServerSideEncryptionConfiguration>$</ServerSideEncryptionConfiguration>'.replace('$', byDefault(AES)),
    ],
    ['with an empty key', configuration(byDefault(`${AES}<KMSMasterKeyID></KMSMasterKeyID>`))],
    [
      'with a bucket key',
      configuration(byDefault(AES).replace('</Rule>', '<BucketKeyEnabled>false</BucketKeyEnabled></Rule>')),
    ],
  ])('is read %s', (_, text) => {
    expect(parseBucketEncryption(text)).toEqual({ algorithm: 'AES256' })
  })

  test.each([
    ['no rule', configuration('')],
    ['two rules', configuration(byDefault(AES).repeat(2))],
    ['an empty rule', configuration('<Rule/>')],
    ['no algorithm', configuration(byDefault(''))],
    ['an unknown algorithm', configuration(byDefault('<SSEAlgorithm>aes256</SSEAlgorithm>'))],
    ['a key without a service', configuration(byDefault(`${AES}<KMSMasterKeyID>k</KMSMasterKeyID>`))],
    ['a service without a key', configuration(byDefault(KMS))],
    ['a key with blanks', configuration(byDefault(`${KMS}<KMSMasterKeyID> k</KMSMasterKeyID>`))],
    ['another document', '<Tagging/>'],
    ['no document', ''],
  ])('is rejected with %s', (_, text) => {
    expect(() => parseBucketEncryption(text)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  })
})
