import { WireError } from '../errors.ts'
import { children, type Fields, filledText, leaf, readFields, text, writeFields } from '../xml/fields.ts'
import {
  childrenOf,
  childText,
  malformedXml,
  parseBoolean,
  parseDate,
  parseInteger,
  parseXml,
  type XmlElement,
  type XmlSource,
} from '../xml/reader.ts'
import { element, isoDate, isXmlText, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

export interface ObjectToDelete {
  key: string
  versionId?: string
  /** Condition for the deletion: an ETag with or without quotes, or `*`. */
  etag?: string
  /** Condition for the deletion, in bytes. */
  size?: number
  /** Condition for the deletion, in milliseconds since the epoch. */
  lastModified?: number
}

export interface DeleteRequest {
  objects: ObjectToDelete[]
  /** Only failures are returned. */
  quiet: boolean
}

export interface DeletedObject {
  key: string
  versionId?: string
  /** ID of the created delete marker; `null` in a bucket with suspended versioning, which MinIO doesn't return. */
  deleteMarkerVersionId?: string
}

export interface DeleteFailure {
  key: string
  versionId?: string
  code: string
  message: string
}

export interface DeleteResult {
  deleted: DeletedObject[]
  failed: DeleteFailure[]
}

/** S3's limit for one request. */
export const MAX_DELETE_OBJECTS = 1000

/** An empty element counts as missing. */
const OBJECT: Fields<ObjectToDelete> = {
  key: text('Key'),
  versionId: filledText('VersionId'),
  etag: filledText('ETag'),
  size: leaf('Size', (size) => (size ? parseInteger(size) : undefined)),
  lastModified: leaf('LastModifiedTime', (time) => (time ? parseDate(time) : undefined), isoDate),
}

/**
 * @throws RangeError for a key that XML can't represent (`isXmlText`): it would name another object. Delete such a key with
 * DELETE on its path.
 */
export function writeDeleteRequest(request: DeleteRequest): string {
  const objects = request.objects.map((object) => {
    if (!isXmlText(object.key))
      throw new RangeError('A key with control characters cannot be named in a DeleteObjects request.')
    return `<Object>${writeFields(OBJECT, object)}</Object>`
  })
  return xmlDocument('Delete', S3_NAMESPACE, `${request.quiet ? '<Quiet>true</Quiet>' : ''}${objects.join('')}`)
}

/** Larger than a thousand keys of 1024 bytes, all escaped. */
const MAX_REQUEST_BYTES = 8 * 1024 * 1024

/** @throws WireError MalformedXML, also for no object and for more than a thousand; NotImplemented for an unknown element of an object */
export function parseDeleteRequest(source: XmlSource): DeleteRequest {
  const root = parseXml(source, 'Delete', { maxBytes: MAX_REQUEST_BYTES })
  const objects = childrenOf(root, 'Object').map(parseObject)
  if (objects.length === 0 || objects.length > MAX_DELETE_OBJECTS) throw malformedXml()
  return { objects, quiet: parseBoolean(childText(root, 'Quiet')) }
}

const OBJECT_ELEMENTS: ReadonlySet<string> = new Set(Object.values(OBJECT).map(({ name }) => name))

/** An unknown element may be a condition, so it isn't ignored. */
function parseObject(object: XmlElement): ObjectToDelete {
  const unknown = object.children.find(({ name }) => !OBJECT_ELEMENTS.has(name))
  if (unknown !== undefined) {
    throw new WireError('NotImplemented', 501, `${unknown.name} in Object is not implemented by this server.`)
  }
  return readFields(OBJECT, object)
}

const DELETED: Fields<DeletedObject> = {
  deleteMarkerVersionId: {
    name: 'DeleteMarkerVersionId',
    read(one) {
      if (!parseBoolean(childText(one, 'DeleteMarker'))) return undefined
      return childText(one, 'DeleteMarkerVersionId') ?? 'null'
    },
    write(id) {
      if (id === undefined) return ''
      return element('DeleteMarker', true) + (id === 'null' ? '' : element('DeleteMarkerVersionId', id))
    },
  },
  key: text('Key'),
  versionId: filledText('VersionId'),
}
const FAILURE: Fields<DeleteFailure> = {
  code: text('Code'),
  message: text('Message'),
  key: text('Key'),
  versionId: { ...filledText('VersionId'), write: (id = '') => element('VersionId', id) },
}
const RESULT: Fields<DeleteResult> = { deleted: children('Deleted', DELETED), failed: children('Error', FAILURE) }

export function writeDeleteResult(result: DeleteResult): string {
  return xmlDocument('DeleteResult', S3_NAMESPACE, writeFields(RESULT, result))
}

/** @throws WireError MalformedXML */
export function parseDeleteResult(source: string | Uint8Array): DeleteResult {
  return readFields(RESULT, parseXml(source, 'DeleteResult', { maxBytes: MAX_REQUEST_BYTES }))
}
