/**
 * The lifecycle configuration of a bucket, with MinIO's elements besides those of S3. Parsing is lenient and keeps
 * everything, so that changing one rule writes the rest unchanged; what a server accepts is in
 * `accept-lifecycle.ts`. Source: Amazon S3 API reference, "LifecycleRule", and documents of MinIO.
 */
import {
  child,
  childWith,
  type Fields,
  integer,
  optionalBoolean,
  optionalInteger,
  optionalText,
  readFields,
  text,
  trimmedText,
  unreadChildren,
  writeFields,
} from '../xml/fields.ts'
import { childrenOf, childText, parseXml, type XmlElement, type XmlSource } from '../xml/reader.ts'
import { optionalElement, writeXmlElement } from '../xml/writer.ts'

export interface LifecycleTag {
  key: string
  value: string
}

/** All conditions must be met; an empty filter matches every object. */
export interface LifecycleFilter {
  prefix?: string
  tags: LifecycleTag[]
  objectSizeGreaterThan?: number
  objectSizeLessThan?: number
}

/** For an object's latest version. `date` as written, in ISO 8601. */
export interface LifecycleExpiration {
  days?: number
  date?: string
  /** Removes a delete marker without versions below it. */
  expiredObjectDeleteMarker?: boolean
  /** MinIO extension: all versions are deleted with the latest. */
  expiredObjectAllVersions?: boolean
}

export interface LifecycleTransition {
  days?: number
  date?: string
  storageClass: string
}

export interface NoncurrentVersionExpiration {
  noncurrentDays?: number
  newerNoncurrentVersions?: number
}

export interface NoncurrentVersionTransition {
  noncurrentDays?: number
  storageClass: string
}

export interface LifecycleRule {
  /** Empty if it had none: a server then generates one. */
  id: string
  /** `Enabled` or `Disabled`, or the text as written. */
  status: string
  filter?: LifecycleFilter
  /** The older location of the prefix, outside the filter. */
  prefix?: string
  expiration?: LifecycleExpiration
  transition?: LifecycleTransition
  /** MinIO extension: days after which a latest delete marker is deleted with all versions below it. */
  delMarkerExpiration?: { days: number }
  noncurrentVersionExpiration?: NoncurrentVersionExpiration
  noncurrentVersionTransition?: NoncurrentVersionTransition
  /** Incomplete multipart uploads are aborted this many days after they were initiated. MinIO drops it. */
  abortIncompleteMultipartUpload?: { daysAfterInitiation: number }
  /** Unknown and repeated elements; written back unchanged. */
  others: LifecycleElement[]
}

/** An element that is kept unchanged. */
export type LifecycleElement = XmlElement

export interface LifecycleConfiguration {
  rules: LifecycleRule[]
  others: LifecycleElement[]
}

const ROOT = 'LifecycleConfiguration'
/** A name from the first version of S3's API, which MinIO accepts too. */
const OLD_ROOT = 'BucketLifecycleConfiguration'

const WHEN: Fields<{ days?: number; date?: string }> = { days: optionalInteger('Days'), date: trimmedText('Date') }
const EXPIRATION: Fields<LifecycleExpiration> = {
  ...WHEN,
  expiredObjectDeleteMarker: optionalBoolean('ExpiredObjectDeleteMarker'),
  expiredObjectAllVersions: optionalBoolean('ExpiredObjectAllVersions'),
}
const TRANSITION: Fields<LifecycleTransition> = { ...WHEN, storageClass: text('StorageClass') }
const NONCURRENT_EXPIRATION: Fields<NoncurrentVersionExpiration> = {
  noncurrentDays: optionalInteger('NoncurrentDays'),
  newerNoncurrentVersions: optionalInteger('NewerNoncurrentVersions', 'MaxNoncurrentVersions'),
}
const NONCURRENT_TRANSITION: Fields<NoncurrentVersionTransition> = {
  noncurrentDays: optionalInteger('NoncurrentDays'),
  storageClass: text('StorageClass'),
}
const RULE: Fields<Omit<LifecycleRule, 'others'>> = {
  id: { ...text('ID'), write: (id) => optionalElement('ID', id || undefined) },
  status: text('Status'),
  filter: child('Filter', { read: parseFilter, write: writeFilter }),
  prefix: optionalText('Prefix'),
  expiration: childWith('Expiration', EXPIRATION),
  transition: childWith('Transition', TRANSITION),
  delMarkerExpiration: childWith('DelMarkerExpiration', { days: integer('Days') }),
  noncurrentVersionExpiration: childWith('NoncurrentVersionExpiration', NONCURRENT_EXPIRATION),
  noncurrentVersionTransition: childWith('NoncurrentVersionTransition', NONCURRENT_TRANSITION),
  abortIncompleteMultipartUpload: childWith('AbortIncompleteMultipartUpload', {
    daysAfterInitiation: integer('DaysAfterInitiation'),
  }),
}
const TAG: Fields<LifecycleTag> = { key: text('Key'), value: text('Value') }
const SIZES: Fields<Omit<LifecycleFilter, 'prefix' | 'tags'>> = {
  objectSizeGreaterThan: optionalInteger('ObjectSizeGreaterThan'),
  objectSizeLessThan: optionalInteger('ObjectSizeLessThan'),
}

/** @throws WireError MalformedXML */
export function parseLifecycle(source: string | Uint8Array): LifecycleConfiguration {
  return readLifecycle(lifecycleDocument(source))
}

/** The document, unchanged. @throws WireError MalformedXML */
export function lifecycleDocument(source: XmlSource): XmlElement {
  const text = source instanceof Uint8Array ? Buffer.from(source).toString() : source
  const isOld = typeof text === 'string' ? text.includes(`<${OLD_ROOT}`) : text.name === OLD_ROOT
  return parseXml(text, isOld ? OLD_ROOT : ROOT)
}

/** @throws WireError MalformedXML (values that should be numbers) */
export function readLifecycle(root: XmlElement): LifecycleConfiguration {
  return {
    rules: childrenOf(root, 'Rule').map(parseRule),
    others: root.children.filter(({ name }) => name !== 'Rule'),
  }
}

function parseRule(rule: XmlElement): LifecycleRule {
  return { ...readFields(RULE, rule), others: unreadChildren(RULE, rule) }
}

/** Combined conditions are in an `And`; a reader doesn't need to know whether they were. @throws WireError MalformedXML */
function parseFilter(filter: XmlElement): LifecycleFilter {
  const inner = [
    ...filter.children.filter(({ name }) => name !== 'And'),
    ...childrenOf(filter, 'And').flatMap(childrenIn),
  ]
  const all: XmlElement = { name: 'And', text: '', children: inner }
  const prefix = childText(all, 'Prefix')
  return {
    ...(prefix === undefined ? {} : { prefix }),
    tags: childrenOf(all, 'Tag').map((tag) => readFields(TAG, tag)),
    ...readFields(SIZES, all),
  }
}

const childrenIn = ({ children }: XmlElement) => children

/** As MinIO writes it: without declaration and namespace. */
export function writeLifecycle({ rules, others }: LifecycleConfiguration): string {
  return `<${ROOT}>${others.map(writeXmlElement).join('')}${rules.map(writeRule).join('')}</${ROOT}>`
}

function writeRule(rule: LifecycleRule): string {
  return `<Rule>${writeFields(RULE, rule)}${rule.others.map(writeXmlElement).join('')}</Rule>`
}

function writeFilter({ prefix, tags, ...sizes }: LifecycleFilter): string {
  const limits = writeFields(SIZES, sizes)
  const pairs = tags.map((tag) => `<Tag>${writeFields(TAG, tag)}</Tag>`)
  const conditions = Object.values(sizes).filter((size) => size !== undefined).length + tags.length
  if (conditions === 0) return optionalElement('Prefix', prefix)
  // Beside another condition an empty prefix has no effect, and some servers reject it.
  const inner = limits + optionalElement('Prefix', prefix || undefined) + pairs.join('')
  return conditions === 1 && !prefix ? inner : `<And>${inner}</And>`
}

/**
 * The rule with other tags and nothing else changed. A prefix in the older location moves into the filter with the tags,
 * because both locations may not be used together.
 */
export function withLifecycleTags(rule: LifecycleRule, tags: LifecycleTag[]): LifecycleRule {
  const { filter, prefix, ...rest } = rule
  if (tags.length === 0 && filter === undefined) return rule
  const moved = filter?.prefix ?? prefix
  return { ...rest, filter: { ...filter, ...(moved === undefined ? {} : { prefix: moved }), tags } }
}
