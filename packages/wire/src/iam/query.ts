/** IAM's query API: the form of a request, and the fields of a response. AWS IAM API reference, version 2010-05-08. */
import type { JsonObject } from '../json-fields.ts'
import { malformedXml, parseXml, readXml, type XmlElement } from '../xml/reader.ts'

const IAM_VERSION = '2010-05-08'

/** Ten pages of a hundred users with ten policies each would be shorter. */
const MAX_CHARACTERS = 8 * 1024 * 1024

/** The form for `POST /`, to be sent as application/x-www-form-urlencoded and signed with the service `iam`. */
export function writeIamForm(action: string, parameters: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({ Action: action, Version: IAM_VERSION, ...parameters }).toString()
}

/**
 * What an action returned, in the form of JSON: an element is its text, a list of `member`, or an object. Empty lists are `''`,
 * which `listField` reads as none. Actions without a result return an empty object.
 * @throws WireError MalformedXML for anything but the response to this action
 */
export async function readIamResponse(text: string, action: string): Promise<JsonObject> {
  const root = parseXml(await readXml(text, { maxBytes: MAX_CHARACTERS }), `${action}Response`)
  const result = root.children.find(({ name }) => name === `${action}Result`)
  return result === undefined ? {} : fieldsOf(result)
}

function fieldsOf({ children }: XmlElement): JsonObject {
  const fields: JsonObject = Object.create(null)
  for (const child of children) {
    // No field is repeated: lists have members.
    if (child.name in fields) throw malformedXml(new Error(`several ${child.name}`))
    fields[child.name] = readValue(child)
  }
  return fields
}

function readValue(element: XmlElement): unknown {
  const [first] = element.children
  if (first === undefined) return element.text.trim()
  return first.name === 'member' ? element.children.map(readValue) : fieldsOf(element)
}
