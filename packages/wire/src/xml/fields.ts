/** Elements that are read and written by one declaration, in which each name is spelled once. */
import { childrenOf, childText, malformedXml, parseInteger, type XmlElement } from './reader.ts'
import { element, optionalElement } from './writer.ts'

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
  const values = Object.entries<Field<unknown>>(fields).map(([key, field]) => [key, field.read(parent)])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Type
}

export function writeFields<Type extends object>(fields: Fields<Type>, values: Type): string {
  return Object.entries<Field<unknown>>(fields)
    .map(([key, field]) => field.write(values[key as keyof Type]))
    .join('')
}

/** Text; empty if the element is missing. */
export function text(name: string): Field<string> {
  return { name, read: (parent) => childText(parent, name) ?? '', write: (value) => element(name, value) }
}

export function optionalText(name: string): Field<string | undefined> {
  return { name, read: (parent) => childText(parent, name), write: (value) => optionalElement(name, value) }
}

/** Text without the white space around it. */
export function trimmedText(name: string): Field<string | undefined> {
  return { ...optionalText(name), read: (parent) => childText(parent, name)?.trim() }
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
  return {
    name,
    read(parent) {
      const found = childText(parent, name) ?? (otherName === undefined ? undefined : childText(parent, otherName))
      if (found === undefined) return undefined
      return found.trim() === '' ? 0 : parseInteger(found)
    },
    write: (value) => optionalElement(name, value),
  }
}

/** The same, and zero if the element is missing. */
export function integer(name: string): Field<number> {
  const { read } = optionalInteger(name)
  return { name, read: (parent) => read(parent) ?? 0, write: (value) => element(name, value) }
}

const TRUE = /^(1|t|T|TRUE|true|True)$/
const FALSE = /^(0|f|F|FALSE|false|False|)$/

/** A truth value in any of Go's spellings. */
export function optionalBoolean(name: string): Field<boolean | undefined> {
  return {
    name,
    read(parent) {
      const found = childText(parent, name)?.trim()
      if (found === undefined) return undefined
      if (!TRUE.test(found) && !FALSE.test(found)) throw malformedXml(new Error(`${name} should be true or false`))
      return TRUE.test(found)
    },
    write: (value) => optionalElement(name, value),
  }
}
