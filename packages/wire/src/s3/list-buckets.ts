import { children, date, type Fields, text } from '../xml/fields.ts'
import { childrenOf, parseXml } from '../xml/reader.ts'
import { optionalElement, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { MINIO_OWNER, writeOwner } from './owner.ts'

/** `createdAt` in milliseconds since the epoch. */
export interface ListedBucket {
  name: string
  createdAt: number
}

const BUCKET: Fields<ListedBucket> = { name: text('Name'), createdAt: date('CreationDate') }
const BUCKETS = children('Bucket', BUCKET)

/** The requested prefix, and the start of the next page, if there is one. */
export interface BucketPage {
  prefix?: string
  continuationToken?: string
}

export function writeListBuckets(buckets: ListedBucket[], { prefix, continuationToken }: BucketPage = {}): string {
  const inner =
    writeOwner('Owner', MINIO_OWNER) +
    `<Buckets>${BUCKETS.write(buckets)}</Buckets>` +
    optionalElement('ContinuationToken', continuationToken) +
    optionalElement('Prefix', prefix)
  return xmlDocument('ListAllMyBucketsResult', S3_NAMESPACE, inner)
}

/** One bucket needs about 100 bytes and three elements; servers with a hundred thousand exist. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxElements: 2_000_000 }

/** @throws WireError MalformedXML */
export function parseListBuckets(source: string | Uint8Array): ListedBucket[] {
  const root = parseXml(source, 'ListAllMyBucketsResult', LIMITS)
  return childrenOf(root, 'Buckets').flatMap(BUCKETS.read)
}
