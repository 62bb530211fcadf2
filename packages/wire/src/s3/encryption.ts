/**
 * The default encryption of a bucket, for objects uploaded without encryption headers. Source: Amazon S3 API reference,
 * "PutBucketEncryption", and MinIO's errors.
 */
import { childrenOf, childText, malformedXml, parseXml } from '../xml/reader.ts'
import { element, optionalElement, S3_NAMESPACE } from '../xml/writer.ts'

export interface BucketEncryption {
  /** With a key of the server, or with one of a key management service. */
  algorithm: 'AES256' | 'aws:kms'
  /** With `aws:kms` only, where it is always present. */
  kmsKeyId?: string
}

const ROOT = 'ServerSideEncryptionConfiguration'

/** @throws WireError MalformedXML */
export function parseBucketEncryption(source: string | Uint8Array): BucketEncryption {
  const rules = childrenOf(parseXml(source, ROOT), 'Rule')
  const [rule] = rules
  if (rule === undefined || rules.length > 1) throw malformedXml(new Error('one rule is needed, and no more'))
  const [byDefault] = childrenOf(rule, 'ApplyServerSideEncryptionByDefault').slice(-1)
  const algorithm = byDefault && childText(byDefault, 'SSEAlgorithm')
  const kmsKeyId = byDefault && childText(byDefault, 'KMSMasterKeyID')
  if (algorithm === 'AES256') {
    if (kmsKeyId) throw malformedXml(new Error('a KMSMasterKeyID goes with aws:kms only'))
    return { algorithm }
  }
  if (algorithm !== 'aws:kms') throw malformedXml(new Error('the SSEAlgorithm is AES256 or aws:kms'))
  if (!kmsKeyId) throw malformedXml(new Error('aws:kms needs a KMSMasterKeyID'))
  if (kmsKeyId.trim() !== kmsKeyId) throw malformedXml(new Error('the KMSMasterKeyID has blanks around it'))
  return { algorithm, kmsKeyId }
}

/** Without a declaration, as MinIO returns it. */
export function writeBucketEncryption({ algorithm, kmsKeyId }: BucketEncryption): string {
  const byDefault = element('SSEAlgorithm', algorithm) + optionalElement('KMSMasterKeyID', kmsKeyId)
  const rule = `<ApplyServerSideEncryptionByDefault>${byDefault}</ApplyServerSideEncryptionByDefault>`
  return `<${ROOT} xmlns="${S3_NAMESPACE}"><Rule>${rule}</Rule></${ROOT}>`
}
