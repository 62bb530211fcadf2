/** Elements that are read and written by one declaration, in which each name is spelled once. */
import {
  childrenOf,
  childText,
  malformedXml,
  parseBoolean,
  parseDate,
  parseInteger,
  unquoted,
  type XmlElement,
} from './reader.ts'
import { element, isoDate } from './writer.ts'

/** One value inside an element: how it is read, and how it is written. */
export interface Field<Value> {
  /** Of the element. */
  name: string
  /** @throws WireError MalformedXML */
  read(parent: XmlElement): Value
  /** XML; empty for an absent value. */
  write(value: Value): string
}

/** The fields of an object, in the order in which they are written. An optional value may be absent from the document. */
export type Fields<Type> = {
  readonly [Key in keyof Type]-?: Record<never, never> extends Pick<Type, Key>
    ? Field<Type[Key] | undefined>
    : Field<Type[Key]>
}

/** An element with fields of its own, or with content that `read` and `write` know. The first of several counts. */
export function child<Value>(
  name: string,
  { read, write }: { read(element: XmlElement): Value; write(value: Value): string },
): Field<Value | undefined> {
  return {
    name,
    read(parent) {
      const found = parent.children.find((one) => one.name === name)
      return found && read(found)
    },
    write: (value) => (value === undefined ? '' : `<${name}>${write(value)}</${name}>`),
  }
}

export function childWith<Type extends object>(name: string, fields: Fields<Type>): Field<Type | undefined> {
  return child(name, { read: (found) => readFields(fields, found), write: (value) => writeFields(fields, value) })
}

/** The elements that no field reads: unknown ones, and repetitions. */
export function unreadChildren<Type extends object>(fields: Fields<Type>, parent: XmlElement): XmlElement[] {
  const read = new Set(Object.values<Field<unknown>>(fields).map(({ name }) => name))
  // The first of each name is deleted, so that it is read once.
  return parent.children.filter(({ name }) => !read.delete(name))
}

/** @throws WireError MalformedXML */
export function readFields<Type extends object>(fields: Fields<Type>, parent: XmlElement): Type {
  const values: Partial<Type> = {}
  for (const key in fields) {
    const value = fields[key].read(parent)
    if (value !== undefined) values[key] = value
  }
  return values as Type
}

export function writeFields<Type extends object>(fields: Fields<Type>, values: Type): string {
  let inner = ''
  for (const key in fields) inner += fields[key].write(values[key])
  return inner
}

/** All elements with the name, each with the fields. */
export function children<Type extends object>(name: string, fields: Fields<Type>): Field<Type[]> {
  return {
    name,
    read: (parent) => childrenOf(parent, name).map((found) => readFields(fields, found)),
    write: (values) => values.map((value) => `<${name}>${writeFields(fields, value)}</${name}>`).join(''),
  }
}

/** An element that has only text. `read` gets undefined if it is missing; undefined isn't written. */
export function leaf<Value>(
  name: string,
  read: (text: string | undefined) => Value,
  write: (value: NonNullable<Value>) => string = String,
): Field<Value> {
  return {
    name,
    read: (parent) => read(childText(parent, name)),
    write: (value) => (value === undefined || value === null ? '' : element(name, write(value))),
  }
}

/** Text; empty if the element is missing. */
export function text(name: string): Field<string> {
  return leaf(name, (found) => found ?? '')
}

export function optionalText(name: string): Field<string | undefined> {
  return leaf(name, (found) => found)
}

/** Text; an empty element counts as missing. */
export function filledText(name: string): Field<string | undefined> {
  return leaf(name, (found) => found || undefined)
}

/** Text that is neither missing nor empty. */
export function requiredText(name: string): Field<string> {
  return leaf(name, (found) => {
    if (!found) throw malformedXml(new Error(`no ${name}`))
    return found
  })
}

/** Text without the white space around it. */
export function trimmedText(name: string): Field<string | undefined> {
  return leaf(name, (found) => found?.trim())
}

/** Text that has quotes in the document only, as an ETag. */
export function quotedText(name: string): Field<string> {
  return leaf(
    name,
    (found) => unquoted(found?.trim() ?? ''),
    (value) => `"${value}"`,
  )
}

/** The texts of all elements with the name, without the white space around them. */
export function texts(name: string): Field<string[]> {
  return {
    name,
    read: (parent) => childrenOf(parent, name).map((child) => child.text.trim()),
    write: (values) => values.map((value) => element(name, value)).join(''),
  }
}

/** An empty element counts as zero, as in MinIO. `otherName` is read too, and never written. */
export function optionalInteger(name: string, otherName?: string): Field<number | undefined> {
  const field = leaf(name, numberIn)
  if (otherName === undefined) return field
  const other = leaf(otherName, numberIn)
  return { ...field, read: (parent) => field.read(parent) ?? other.read(parent) }
}

/** Zero if the element is missing or empty. */
export function integer(name: string): Field<number> {
  return leaf(name, (found) => numberIn(found) ?? 0)
}

function numberIn(found: string | undefined): number | undefined {
  if (found === undefined) return undefined
  return found.trim() === '' ? 0 : parseInteger(found)
}

export function requiredInteger(name: string): Field<number> {
  return leaf(name, parseInteger)
}

/** Milliseconds since the epoch. */
export function date(name: string): Field<number> {
  return leaf(name, parseDate, isoDate)
}

/** `true` in any case; anything else is false, as S3 reads it. */
export function boolean(name: string): Field<boolean> {
  return leaf(name, parseBoolean)
}

const TRUE = /^(1|t|T|TRUE|true|True)$/
const FALSE = /^(0|f|F|FALSE|false|False|)$/

/** A truth value in any of Go's spellings. */
export function optionalBoolean(name: string): Field<boolean | undefined> {
  return leaf(name, (found) => {
    const trimmed = found?.trim()
    if (trimmed === undefined) return undefined
    if (!TRUE.test(trimmed) && !FALSE.test(trimmed)) throw malformedXml(new Error(`${name} should be true or false`))
    return TRUE.test(trimmed)
  })
}
