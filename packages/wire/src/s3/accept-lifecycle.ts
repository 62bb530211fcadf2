/**
 * The lifecycle configurations that a server accepts, with MinIO's errors. It is stricter where MinIO stores something
 * other than what was sent: a condition that MinIO drops (a tag without a name, a size of zero, the first of two tags)
 * would apply the rule to more objects.
 */
import { WireError } from '../errors.ts'
import { readTime } from '../rfc3339.ts'
import { childrenOf, malformedXml, type XmlElement, type XmlSource } from '../xml/reader.ts'
import {
  type LifecycleConfiguration,
  type LifecycleExpiration,
  type LifecycleFilter,
  type LifecycleRule,
  lifecycleDocument,
  readLifecycle,
} from './lifecycle.ts'

const MAX_RULES = 1000
const MAX_ID_CHARACTERS = 255
const MAX_TAG_KEY_CHARACTERS = 128
const MAX_TAG_VALUE_CHARACTERS = 256

const NOT_WELL_FORMED = 'The XML you provided was not well-formed or did not validate against our published schema'
const ONE_CONDITION = 'Filter must have exactly one of Prefix, Tag, or And specified'
const NOT_ISO = 'Date must be provided in ISO 8601 format'
const POSITIVE_DAYS = 'Days must be positive integer when used with Expiration'

/**
 * Doesn't check whether the storage classes of its transitions exist: the caller does.
 * @throws WireError MalformedXML, InvalidArgument, NotImplemented (an unknown element)
 */
export function acceptLifecycle(source: XmlSource): LifecycleConfiguration {
  const root = lifecycleDocument(source)
  checkNames(root)
  const { rules } = readLifecycle(root)
  for (const rule of rules) checkTimes(rule)
  if (rules.length > MAX_RULES) throw invalid(`Lifecycle configuration allows a maximum of ${MAX_RULES} rules`)
  if (rules.length === 0) throw invalid('Lifecycle configuration should have at least one rule')
  for (const [at, element] of childrenOf(root, 'Rule').entries()) {
    const rule = rules[at]
    if (rule !== undefined) checkRule(rule, element)
  }
  const ids = rules.map(({ id }) => id).filter((id) => id !== '')
  if (new Set(ids).size < ids.length) throw invalid('Rule ID must be unique. Found same ID for more than one rule')
  return { rules: rules.map(normalised), others: [] }
}

/** Allowed children of an element; those that end with a star may repeat. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  LifecycleConfiguration: ['Rule*', 'ExpiryUpdatedAt'],
  BucketLifecycleConfiguration: ['Rule*', 'ExpiryUpdatedAt'],
  Rule: [
    'ID',
    'Status',
    'Filter',
    'Prefix',
    'Expiration',
    'Transition',
    'DelMarkerExpiration',
    'NoncurrentVersionExpiration',
    'NoncurrentVersionTransition',
    'AbortIncompleteMultipartUpload',
  ],
  Filter: ['Prefix', 'Tag*', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan', 'And'],
  And: ['Prefix', 'Tag*', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan'],
  Tag: ['Key', 'Value'],
  Expiration: ['Days', 'Date', 'ExpiredObjectDeleteMarker', 'ExpiredObjectAllVersions'],
  Transition: ['Days', 'Date', 'StorageClass'],
  DelMarkerExpiration: ['Days'],
  NoncurrentVersionExpiration: ['NoncurrentDays', 'NewerNoncurrentVersions', 'MaxNoncurrentVersions'],
  NoncurrentVersionTransition: ['NoncurrentDays', 'StorageClass'],
  AbortIncompleteMultipartUpload: ['DaysAfterInitiation'],
}

function checkNames(parent: XmlElement): void {
  const known = KNOWN[parent.name] ?? []
  const seen = new Set<string>()
  for (const child of parent.children) {
    const { name } = child
    const isRepeatable = known.includes(`${name}*`)
    if (!isRepeatable && !known.includes(name)) {
      throw new WireError('NotImplemented', 501, `${name} in ${parent.name} is not implemented by this server.`)
    }
    if (!isRepeatable && seen.has(name)) throw malformedXml(new Error(`more than one ${name} in ${parent.name}`))
    seen.add(name)
    checkNames(child)
  }
}

/** What MinIO rejects while parsing. */
function checkTimes({ filter, expiration, transition, ...rule }: LifecycleRule): void {
  for (const { key, value } of filter?.tags ?? []) {
    if (key === '' || key.length > MAX_TAG_KEY_CHARACTERS) throw invalid('The TagKey you have provided is invalid')
    if (value.length > MAX_TAG_VALUE_CHARACTERS) throw invalid('The TagValue you have provided is invalid')
  }
  if (expiration?.days !== undefined && expiration.days <= 0) throw invalid(POSITIVE_DAYS)
  checkDate(expiration?.date)
  const { noncurrentDays } = rule.noncurrentVersionExpiration ?? {}
  if (noncurrentDays !== undefined && noncurrentDays <= 0) throw invalid(POSITIVE_DAYS)
  for (const days of [transition?.days, rule.noncurrentVersionTransition?.noncurrentDays]) {
    if (days !== undefined && days < 0) throw invalid('Days must be 0 or greater when used with Transition')
  }
  checkDate(transition?.date)
  if (rule.delMarkerExpiration && rule.delMarkerExpiration.days <= 0) {
    throw invalid('Days must be a positive integer with DelMarkerExpiration')
  }
  if (rule.abortIncompleteMultipartUpload && rule.abortIncompleteMultipartUpload.daysAfterInitiation <= 0) {
    throw invalid('DaysAfterInitiation must be a positive integer with AbortIncompleteMultipartUpload')
  }
}

const MIDNIGHT = /T00:00:00(\.0+)?(Z|[+-]00:00)$/

function checkDate(date: string | undefined): void {
  if (date === undefined) return
  if (readTime(date) === undefined) throw invalid(NOT_ISO)
  if (!MIDNIGHT.test(date)) throw invalid("'Date' must be at midnight GMT")
}

function checkRule(rule: LifecycleRule, element: XmlElement): void {
  const { id, status, expiration, transition, filter } = rule
  if (id.length > MAX_ID_CHARACTERS) throw invalid(`ID length is limited to ${MAX_ID_CHARACTERS} characters`)
  if (status === '') throw invalid('Status should not be empty')
  if (status !== 'Enabled' && status !== 'Disabled') throw invalid('Status must be set to either Enabled or Disabled')
  if (expiration) checkExpiration(expiration)
  const { noncurrentDays = 0, newerNoncurrentVersions = 0 } = rule.noncurrentVersionExpiration ?? {}
  if (newerNoncurrentVersions < 0) throw invalid(NOT_WELL_FORMED)
  if (rule.noncurrentVersionExpiration && noncurrentDays === 0 && newerNoncurrentVersions === 0) {
    throw invalid(NOT_WELL_FORMED)
  }
  if (filter) checkFilter(filter, element)
  if (rule.prefix && filter) throw invalid(NOT_WELL_FORMED)
  if (rule.delMarkerExpiration && filter && filter.tags.length > 0) {
    throw invalid('Rule with DelMarkerExpiration cannot have tags based filtering')
  }
  if (rule.abortIncompleteMultipartUpload && filter && selectsObjects(filter)) {
    throw invalid('AbortIncompleteMultipartUpload cannot be specified with Tags or object sizes')
  }
  if (transition?.days !== undefined && transition.date !== undefined) {
    throw invalid(
      'Exactly one of Days (0 or greater) or Date (positive ISO 8601 format) should be present in Transition.',
    )
  }
  if (transition?.storageClass === '' || rule.noncurrentVersionTransition?.storageClass === '') {
    throw invalid(NOT_WELL_FORMED)
  }
  if (!hasAction(rule)) throw invalid(NOT_WELL_FORMED)
}

/** Conditions on properties that an upload has only once it is complete. */
function selectsObjects({ tags, objectSizeGreaterThan, objectSizeLessThan }: LifecycleFilter): boolean {
  return tags.length > 0 || objectSizeGreaterThan !== undefined || objectSizeLessThan !== undefined
}

function hasAction(rule: LifecycleRule): boolean {
  return [
    rule.expiration,
    rule.transition,
    rule.delMarkerExpiration,
    rule.noncurrentVersionExpiration,
    rule.noncurrentVersionTransition,
    rule.abortIncompleteMultipartUpload,
  ].some((action) => action !== undefined)
}

function checkExpiration({
  days,
  date,
  expiredObjectDeleteMarker,
  expiredObjectAllVersions,
}: LifecycleExpiration): void {
  if (expiredObjectDeleteMarker !== undefined && (days !== undefined || date !== undefined)) {
    throw invalid('Delete marker cannot be specified with Days or Date in a Lifecycle Expiration Policy')
  }
  if (expiredObjectAllVersions && (days === undefined || date !== undefined)) {
    throw invalid('Days (positive integer) should be present inside Expiration with ExpiredObjectAllVersions.')
  }
  if (days !== undefined && date !== undefined) {
    throw invalid(
      'Exactly one of Days (positive integer) or Date (positive ISO 8601 format) should be present inside Expiration.',
    )
  }
  if (days === undefined && date === undefined && expiredObjectDeleteMarker === undefined) {
    throw invalid(NOT_WELL_FORMED)
  }
}

function checkFilter(filter: LifecycleFilter, rule: XmlElement): void {
  const { tags, objectSizeGreaterThan = 0, objectSizeLessThan = 0 } = filter
  const conditions = childrenOf(rule, 'Filter').flatMap(({ children }) => children)
  if (conditions.length > 1) throw invalid(ONE_CONDITION)
  // MinIO too requires at least two for a combination (except for none at all, which it applies to all objects).
  const combined = conditions.find(({ name }) => name === 'And')?.children
  if (combined && combined.filter(({ name, text }) => name !== 'Prefix' || text !== '').length < 2) {
    throw invalid(NOT_WELL_FORMED)
  }
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw invalid('Duplicate Tag Keys are not allowed')
  if (objectSizeGreaterThan < 0 || objectSizeLessThan < 0) throw invalid(NOT_WELL_FORMED)
}

/** Normalizes dates. */
function normalised(rule: LifecycleRule): LifecycleRule {
  const { expiration, transition } = rule
  return {
    ...rule,
    ...(expiration?.date ? { expiration: { ...expiration, date: midnight(expiration.date) } } : {}),
    ...(transition?.date ? { transition: { ...transition, date: midnight(transition.date) } } : {}),
  }
}

function midnight(date: string): string {
  return `${date.slice(0, 10)}T00:00:00Z`
}

function invalid(message: string): WireError {
  return new WireError('InvalidArgument', 400, message)
}
