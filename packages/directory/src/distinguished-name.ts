/** Names in an LDAP directory (RFC 4514), in the form in which MinIO stores and compares them. */

interface Attribute {
  /** In lower case. */
  type: string
  value: string
}

/** From the entry up to the root of the directory. Each part has one attribute, rarely several. */
export type DistinguishedName = readonly (readonly Attribute[])[]

/** Undefined if the text isn't a distinguished name. */
export function parseDn(text: string): DistinguishedName | undefined {
  const parts: Attribute[][] = []
  for (const part of splitUnescaped(text, /[,;]/)) {
    const attributes: Attribute[] = []
    for (const attribute of splitUnescaped(part, /\+/)) {
      const [type, ...rest] = attribute.split('=')
      const name = type?.trim().toLowerCase() ?? ''
      if (!/^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)$/.test(name)) return undefined
      const unescaped = unescapeValue(trimUnescaped(rest.join('=')))
      if (unescaped === undefined || unescaped === '') return undefined
      attributes.push({ type: name, value: unescaped })
    }
    parts.push(attributes)
  }
  return parts
}

/** The name with attribute types in lower case and other characters than printable ASCII as hexadecimal bytes. */
function writeDn(dn: DistinguishedName): string {
  return dn.map((part) => part.map(({ type, value }) => `${type}=${escapeValue(value)}`).join('+')).join(',')
}

/** Undefined if the text isn't a distinguished name. */
export function normalizeDn(text: string): string | undefined {
  const dn = parseDn(text)
  return dn && writeDn(dn)
}

/** The normalized name as people write it: letters of any script instead of their bytes. */
export function readableDn(text: string): string {
  return text.replace(/(?:\\[89a-f][0-9a-f])+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString())
}

/** Whether the name belongs to an entry below another one. */
export function isBelowDn(dn: DistinguishedName, ancestor: DistinguishedName): boolean {
  if (dn.length <= ancestor.length) return false
  const text = (one: DistinguishedName) => writeDn(one).toLowerCase()
  return text(dn.slice(dn.length - ancestor.length)) === text(ancestor)
}

function splitUnescaped(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  for (const [token] of text.matchAll(/\\?[\s\S]/gu)) {
    if (token.length === 1 && separator.test(token)) {
      parts.push(part)
      part = ''
    } else part += token
  }
  return [...parts, part]
}

/** Without the spaces around it, unless they are escaped. */
function trimUnescaped(value: string): string {
  const trimmed = value.trim()
  return trimmed.endsWith('\\') && value.length > value.trimEnd().length ? `${trimmed} ` : trimmed
}

/** Undefined for an invalid escape. */
function unescapeValue(value: string): string | undefined {
  const bytes: Buffer[] = []
  for (const [token] of value.matchAll(/\\[0-9a-f]{2}|\\?[\s\S]/giu)) {
    if (token === '\\') return undefined
    if (!token.startsWith('\\')) bytes.push(Buffer.from(token))
    else if (/^\\[0-9a-f]{2}$/i.test(token)) bytes.push(Buffer.from(token.slice(1), 'hex'))
    else if (/^\\[ "#+,;<=>\\]$/.test(token)) bytes.push(Buffer.from(token.slice(1)))
    else return undefined
  }
  return Buffer.concat(bytes).toString()
}

function escapeValue(value: string): string {
  return value
    .replace(/["+,;<>\\]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/(?<=[\s\S]) $/, '\\ ')
    .replace(/[^ -~]/gu, (character) =>
      Array.from(Buffer.from(character), (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
    )
}
