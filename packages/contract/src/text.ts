import * as z from 'zod/mini'

/** What is inserted into a text: a value, a text itself, or a list of both. */
export type TextValue = string | number | Text | readonly (string | Text)[]
export type TextValues = Readonly<Record<string, TextValue>>

/**
 * A text that a page can show in another language: the key of its message with what is inserted, and the English sentence for
 * scripts and for pages in English.
 */
export interface Text {
  /** The area of the catalogue, a colon, and the name in it: `bucketName:tooShort`. */
  key: string
  values: TextValues
  text: string
}

const plainValue = z.union([z.string(), z.number()])

function textWith<Value extends z.ZodMiniType>(value: Value) {
  return z.object({ key: z.string(), values: z.record(z.string(), value), text: z.string() })
}

const list = z.array(z.union([z.string(), textWith(plainValue)]))

/** A text in a response of the API. What is inserted can be a text as well, but no further. */
export const textSchema = textWith(z.union([plainValue, textWith(plainValue), list]))

/**
 * Why one of many things failed, in a successful response: beside the English `message`, for a page in another language. Absent
 * where the words are those of the storage server.
 */
const failedText = textWith(z.union([plainValue, textSchema, list]))
export const failureText = z.optional(failedText)
export type FailureText = z.infer<typeof failedText>

/** Why a part couldn't be read: a code of the error catalogue and its message. Other parts are still returned. */
export const unread = z.nullable(z.object({ code: z.string(), message: z.string(), text: failureText }))
export type Unread = z.infer<typeof unread>

/** Makes the texts of an area of the catalogue from its English messages, in which `{{name}}` is replaced by a value. */
// @__NO_SIDE_EFFECTS__
export function textsOf<const English extends Readonly<Record<string, string>>>(area: string, english: English) {
  return (name: keyof English & string, values: TextValues = {}): Text => ({
    key: `${area}:${name}`,
    values,
    text: fill(english[name] ?? '', values),
  })
}

/** An English message with its values. */
export function fill(message: string, values: TextValues): string {
  return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return isTextList(value) ? value.map(englishOf).join(', ') : englishOf(value)
  })
}

function englishOf(value: string | number | Text): string {
  return typeof value === 'object' ? value.text : String(value)
}

/** Whether a value is a list, which each language joins in its own way. */
export function isTextList(value: TextValue): value is readonly (string | Text)[] {
  return Array.isArray(value)
}

type Translate = (text: Text) => string

let translate: Translate = ({ text }) => text

/** Has {@link sentence} return texts in the language of the page. */
export function translateTexts(wanted: Translate): void {
  translate = wanted
}

/** The text in the language of the page; English on the server. */
export function sentence(text: Text): string
export function sentence(text: Text | undefined): string | undefined
export function sentence(text: Text | undefined): string | undefined {
  return text && translate(text)
}
