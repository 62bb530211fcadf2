/**
 * The lifecycle configuration of a bucket, with MinIO's elements besides those of S3. Parsing is lenient and keeps
 * everything, so that changing one rule writes the rest unchanged; what a server accepts is in
 * `accept-lifecycle.ts`. Source: Amazon S3 API reference, "LifecycleRule", and documents of MinIO.
 */
import {
  childrenOf,
  childText,
  malformedXml,
  parseInteger,
  parseXml,
  type XmlElement,
  type XmlSource,
} from '../xml/reader.ts'
import { element, optionalElement, writeXmlElement } from '../xml/writer.ts'

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
const ABORT = 'AbortIncompleteMultipartUpload'
const ABORT_DAYS = 'DaysAfterInitiation'

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
  const { take, others } = taken(rule)
  const text = (name: string) => take(name)?.text
  const prefix = text('Prefix')
  const filter = take('Filter')
  const expiration = take('Expiration')
  const transition = take('Transition')
  const delMarker = take('DelMarkerExpiration')
  const noncurrent = take('NoncurrentVersionExpiration')
  const noncurrentTransition = take('NoncurrentVersionTransition')
  const abort = take(ABORT)
  return {
    id: text('ID') ?? '',
    status: text('Status') ?? '',
    ...(filter ? { filter: parseFilter(filter) } : {}),
    ...(prefix === undefined ? {} : { prefix }),
    ...(expiration ? { expiration: parseExpiration(expiration) } : {}),
    ...(transition ? { transition: parseTransition(transition) } : {}),
    ...(delMarker ? { delMarkerExpiration: { days: number(delMarker, 'Days') ?? 0 } } : {}),
    ...(noncurrent ? { noncurrentVersionExpiration: parseNoncurrent(noncurrent) } : {}),
    ...(noncurrentTransition ? { noncurrentVersionTransition: parseNoncurrentTransition(noncurrentTransition) } : {}),
    ...(abort ? { abortIncompleteMultipartUpload: { daysAfterInitiation: number(abort, ABORT_DAYS) ?? 0 } } : {}),
    others: others(),
  }
}

/** The first child with each requested name; `others` are the rest. */
function taken(parent: XmlElement) {
  const left = new Set(parent.children)
  return {
    take(name: string): XmlElement | undefined {
      for (const child of left) {
        if (child.name !== name) continue
        left.delete(child)
        return child
      }
      return undefined
    },
    others: () => [...left],
  }
}

/** Combined conditions are in an `And`; a reader doesn't need to know whether they were. @throws WireError MalformedXML */
function parseFilter(filter: XmlElement): LifecycleFilter {
  const inner = [
    ...filter.children.filter(({ name }) => name !== 'And'),
    ...childrenOf(filter, 'And').flatMap(childrenIn),
  ]
  const all: XmlElement = { name: 'And', text: '', children: inner }
  const prefix = childText(all, 'Prefix')
  const greater = number(all, 'ObjectSizeGreaterThan')
  const less = number(all, 'ObjectSizeLessThan')
  return {
    ...(prefix === undefined ? {} : { prefix }),
    tags: childrenOf(all, 'Tag').map((tag) => ({
      key: childText(tag, 'Key') ?? '',
      value: childText(tag, 'Value') ?? '',
    })),
    ...(greater === undefined ? {} : { objectSizeGreaterThan: greater }),
    ...(less === undefined ? {} : { objectSizeLessThan: less }),
  }
}

const childrenIn = ({ children }: XmlElement) => children

function parseExpiration(expiration: XmlElement): LifecycleExpiration {
  const marker = flag(expiration, 'ExpiredObjectDeleteMarker')
  const all = flag(expiration, 'ExpiredObjectAllVersions')
  return {
    ...when(expiration),
    ...(marker === undefined ? {} : { expiredObjectDeleteMarker: marker }),
    ...(all === undefined ? {} : { expiredObjectAllVersions: all }),
  }
}

function parseTransition(transition: XmlElement): LifecycleTransition {
  return { ...when(transition), storageClass: childText(transition, 'StorageClass') ?? '' }
}

function when(of: XmlElement): { days?: number; date?: string } {
  const days = number(of, 'Days')
  const date = childText(of, 'Date')?.trim()
  return { ...(days === undefined ? {} : { days }), ...(date === undefined ? {} : { date }) }
}

function parseNoncurrent(expiration: XmlElement): NoncurrentVersionExpiration {
  const days = number(expiration, 'NoncurrentDays')
  const newer = number(expiration, 'NewerNoncurrentVersions') ?? number(expiration, 'MaxNoncurrentVersions')
  return {
    ...(days === undefined ? {} : { noncurrentDays: days }),
    ...(newer === undefined ? {} : { newerNoncurrentVersions: newer }),
  }
}

function parseNoncurrentTransition(transition: XmlElement): NoncurrentVersionTransition {
  const days = number(transition, 'NoncurrentDays')
  return {
    ...(days === undefined ? {} : { noncurrentDays: days }),
    storageClass: childText(transition, 'StorageClass') ?? '',
  }
}

/** An empty element counts as zero, as in MinIO. */
function number(parent: XmlElement, name: string): number | undefined {
  const text = childText(parent, name)
  if (text === undefined) return undefined
  return text.trim() === '' ? 0 : parseInteger(text)
}

const TRUE = /^(1|t|T|TRUE|true|True)$/
const FALSE = /^(0|f|F|FALSE|false|False|)$/

function flag(parent: XmlElement, name: string): boolean | undefined {
  const text = childText(parent, name)?.trim()
  if (text === undefined) return undefined
  if (!TRUE.test(text) && !FALSE.test(text)) throw malformedXml(new Error(`${name} should be true or false`))
  return TRUE.test(text)
}

/** As MinIO writes it: without declaration and namespace. */
export function writeLifecycle({ rules, others }: LifecycleConfiguration): string {
  return `<${ROOT}>${others.map(writeXmlElement).join('')}${rules.map(writeRule).join('')}</${ROOT}>`
}

function writeRule(rule: LifecycleRule): string {
  const { expiration, transition, delMarkerExpiration, noncurrentVersionExpiration, noncurrentVersionTransition } = rule
  const { abortIncompleteMultipartUpload } = rule
  const parts = [
    rule.id === '' ? '' : element('ID', rule.id),
    element('Status', rule.status),
    rule.filter ? wrapped('Filter', writeFilter(rule.filter)) : '',
    optionalElement('Prefix', rule.prefix),
    expiration &&
      wrapped('Expiration', [
        ...writeWhen(expiration),
        optionalElement('ExpiredObjectDeleteMarker', expiration.expiredObjectDeleteMarker),
        optionalElement('ExpiredObjectAllVersions', expiration.expiredObjectAllVersions),
      ]),
    transition && wrapped('Transition', [...writeWhen(transition), element('StorageClass', transition.storageClass)]),
    delMarkerExpiration && wrapped('DelMarkerExpiration', [element('Days', delMarkerExpiration.days)]),
    noncurrentVersionExpiration &&
      wrapped('NoncurrentVersionExpiration', [
        optionalElement('NoncurrentDays', noncurrentVersionExpiration.noncurrentDays),
        optionalElement('NewerNoncurrentVersions', noncurrentVersionExpiration.newerNoncurrentVersions),
      ]),
    noncurrentVersionTransition &&
      wrapped('NoncurrentVersionTransition', [
        optionalElement('NoncurrentDays', noncurrentVersionTransition.noncurrentDays),
        element('StorageClass', noncurrentVersionTransition.storageClass),
      ]),
    abortIncompleteMultipartUpload &&
      wrapped(ABORT, [element(ABORT_DAYS, abortIncompleteMultipartUpload.daysAfterInitiation)]),
    ...rule.others.map(writeXmlElement),
  ]
  return wrapped('Rule', parts)
}

function writeFilter({ prefix, tags, objectSizeGreaterThan, objectSizeLessThan }: LifecycleFilter): string[] {
  const limits = [
    optionalElement('ObjectSizeGreaterThan', objectSizeGreaterThan),
    optionalElement('ObjectSizeLessThan', objectSizeLessThan),
  ].filter((text) => text !== '')
  const pairs = tags.map(({ key, value }) => wrapped('Tag', [element('Key', key), element('Value', value)]))
  const others = [...limits, ...pairs]
  if (others.length === 0) return [optionalElement('Prefix', prefix)]
  // Beside another condition an empty prefix has no effect, and some servers reject it.
  const parts = [...limits, ...(prefix ? [element('Prefix', prefix)] : []), ...pairs]
  return parts.length === 1 ? parts : [wrapped('And', parts)]
}

function writeWhen({ days, date }: { days?: number; date?: string }): string[] {
  return [optionalElement('Days', days), optionalElement('Date', date)]
}

function wrapped(name: string, parts: (string | undefined)[]): string {
  return `<${name}>${parts.join('')}</${name}>`
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
