/** Who owns the objects of a bucket. Source: Amazon S3 API reference, "PutBucketOwnershipControls". */
import { childrenOf, childText, malformedXml, parseXml } from '../xml/reader.ts'
import { element, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

const OBJECT_OWNERSHIPS = ['BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter'] as const
export type ObjectOwnership = (typeof OBJECT_OWNERSHIPS)[number]

const ROOT = 'OwnershipControls'

/** @throws WireError MalformedXML */
export function parseOwnershipControls(source: string | Uint8Array): ObjectOwnership {
  const rules = childrenOf(parseXml(source, ROOT), 'Rule')
  const [rule] = rules
  if (rule === undefined || rules.length > 1) throw malformedXml(new Error('one rule is needed, and no more'))
  const name = childText(rule, 'ObjectOwnership')
  const ownership = OBJECT_OWNERSHIPS.find((known) => known === name)
  if (ownership === undefined)
    throw malformedXml(new Error(`ObjectOwnership is one of ${OBJECT_OWNERSHIPS.join(', ')}`))
  return ownership
}

export function writeOwnershipControls(ownership: ObjectOwnership): string {
  return xmlDocument(ROOT, S3_NAMESPACE, `<Rule>${element('ObjectOwnership', ownership)}</Rule>`)
}
