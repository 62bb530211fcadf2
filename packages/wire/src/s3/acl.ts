/**
 * Access control lists with bucket owner enforced: the only possible list grants the owner full
 * control. Source: Amazon S3 user guide, "Controlling ownership of objects and disabling ACLs for your bucket".
 */
import { childrenOf, childText, malformedXml, parseXml, type XmlElement } from '../xml/reader.ts'
import { XML_DECLARATION } from '../xml/writer.ts'
import { MINIO_OWNER } from './owner.ts'

/** A list has at most a hundred grants of a few hundred bytes each. */
const MAX_DOCUMENT_BYTES = 64 * 1024

/** Full control for the owner, as MinIO writes it: without a name. */
export function writeOwnerAcl(): string {
  return `${XML_DECLARATION}<AccessControlPolicy><Owner><ID></ID><DisplayName></DisplayName></Owner><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><Type>CanonicalUser</Type></Grantee><Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>`
}

/**
 * Whether a list grants the owner full control, and nothing to anyone else.
 * @throws WireError MalformedXML
 */
export function isOwnerAcl(source: string | Uint8Array): boolean {
  const root = parseXml(source, 'AccessControlPolicy', { maxBytes: MAX_DOCUMENT_BYTES })
  const lists = childrenOf(root, 'AccessControlList')
  if (lists.length !== 1) throw malformedXml(new Error('not one AccessControlList'))
  const grants = lists.flatMap((list) => childrenOf(list, 'Grant'))
  return grants.length > 0 && grants.every(grantsOwner) && childrenOf(root, 'Owner').every(isOwner)
}

function grantsOwner(grant: XmlElement): boolean {
  const grantees = childrenOf(grant, 'Grantee')
  return grantees.length === 1 && grantees.every(isOwner) && childText(grant, 'Permission') === 'FULL_CONTROL'
}

/** The owner has the ID from other documents, or none, as in `writeOwnerAcl`. A group or an email address is someone else. */
function isOwner({ children }: XmlElement): boolean {
  return children.every(({ name, text }) => {
    if (name === 'ID') return text === '' || text === MINIO_OWNER.id
    return name === 'DisplayName' || (name === 'Type' && text === 'CanonicalUser')
  })
}
