import { WireError } from '../errors.ts'
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
import { element, isXmlText, optionalElement, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

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

/**
 * @throws RangeError for a key that XML can't represent (`isXmlText`): it would name another object. Delete such a key with
 * DELETE on its path.
 */
export function writeDeleteRequest(request: DeleteRequest): string {
  const objects = request.objects.map(({ key, versionId }) => {
    if (!isXmlText(key))
      throw new RangeError('A key with control characters cannot be named in a DeleteObjects request.')
    return `<Object>${element('Key', key)}${optionalElement('VersionId', versionId)}</Object>`
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

const OBJECT_ELEMENTS: ReadonlySet<string> = new Set(['Key', 'VersionId', 'ETag', 'Size', 'LastModifiedTime'])

/** An unknown element may be a condition, so it isn't ignored. An empty one counts as missing. */
function parseObject(object: XmlElement): ObjectToDelete {
  const unknown = object.children.find(({ name }) => !OBJECT_ELEMENTS.has(name))
  if (unknown !== undefined) {
    throw new WireError('NotImplemented', 501, `${unknown.name} in Object is not implemented by this server.`)
  }
  const versionId = childText(object, 'VersionId')
  const etag = childText(object, 'ETag')
  const size = childText(object, 'Size')
  const lastModified = childText(object, 'LastModifiedTime')
  return {
    key: childText(object, 'Key') ?? '',
    ...(versionId ? { versionId } : {}),
    ...(etag ? { etag } : {}),
    ...(size ? { size: parseInteger(size) } : {}),
    ...(lastModified ? { lastModified: parseDate(lastModified) } : {}),
  }
}

export function writeDeleteResult(result: DeleteResult): string {
  const deleted = result.deleted.map(({ key, versionId, deleteMarkerVersionId }) => {
    const marker =
      deleteMarkerVersionId === undefined
        ? ''
        : `<DeleteMarker>true</DeleteMarker>${deleteMarkerVersionId === 'null' ? '' : element('DeleteMarkerVersionId', deleteMarkerVersionId)}`
    return `<Deleted>${marker}${element('Key', key)}${optionalElement('VersionId', versionId)}</Deleted>`
  })
  const failed = result.failed.map(
    ({ key, versionId, code, message }) =>
      `<Error>${element('Code', code)}${element('Message', message)}${element('Key', key)}${element('VersionId', versionId ?? '')}</Error>`,
  )
  return xmlDocument('DeleteResult', S3_NAMESPACE, deleted.join('') + failed.join(''))
}

/** @throws WireError MalformedXML */
export function parseDeleteResult(source: string | Uint8Array): DeleteResult {
  const root = parseXml(source, 'DeleteResult', { maxBytes: MAX_REQUEST_BYTES })
  return {
    deleted: childrenOf(root, 'Deleted').map((one) => {
      const versionId = childText(one, 'VersionId')
      const marker = childText(one, 'DeleteMarkerVersionId') ?? 'null'
      return {
        key: childText(one, 'Key') ?? '',
        ...(versionId ? { versionId } : {}),
        ...(parseBoolean(childText(one, 'DeleteMarker')) ? { deleteMarkerVersionId: marker } : {}),
      }
    }),
    failed: childrenOf(root, 'Error').map((one) => {
      const versionId = childText(one, 'VersionId')
      return {
        key: childText(one, 'Key') ?? '',
        code: childText(one, 'Code') ?? '',
        message: childText(one, 'Message') ?? '',
        ...(versionId ? { versionId } : {}),
      }
    }),
  }
}
