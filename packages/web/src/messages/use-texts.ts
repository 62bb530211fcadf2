/**
 * The texts of the page, typed by the message files. The types of i18next itself compute every key of every namespace at each
 * call, which made three quarters of the time of a type check.
 */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

type Texts = typeof import('./en/index.ts')
/** A message file. */
export type Namespace = keyof Texts
/** Several: the keys of the first are used as they are, those of the others as `namespace:key`. */
type Namespaces = Namespace | readonly [Namespace, ...Namespace[]]
type First<Names extends Namespaces> = Names extends readonly [infer One, ...unknown[]]
  ? One & Namespace
  : Names & Namespace

/** `items` for the plurals `items_one` and `items_other`. */
type WithoutPlural<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key
/** The keys of a message file, those in groups with dots. */
type KeysOf<Group> = {
  [Name in keyof Group & string]: Group[Name] extends string ? WithoutPlural<Name> : `${Name}.${KeysOf<Group[Name]>}`
}[keyof Group & string]
type Keys = { [Name in Namespace]: KeysOf<Texts[Name]> }
type Qualified<Name extends Namespace> = Name extends Namespace ? `${Name}:${Keys[Name]}` : never
export type TextKey<Names extends Namespaces> = Names extends readonly Namespace[]
  ? Keys[First<Names>] | Qualified<Names[number]>
  : Keys[Names & Namespace]

/** The text of a key, or its plurals. */
type TextAt<Group, Key> = Key extends keyof Group
  ? Group[Key]
  : Key extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Group
      ? TextAt<Group[Name], Rest>
      : never
    : Group[`${Key & string}_${'one' | 'other'}` & keyof Group]
type TextOf<Name extends Namespace, Key> = Key extends `${infer Other extends Namespace}:${infer Rest}`
  ? TextAt<Texts[Other], Rest>
  : TextAt<Texts[Name], Key>

/** What a placeholder `{{names, list}}` takes. */
type ValueOf<Format> = Format extends `list${string}`
  ? readonly string[]
  : Format extends `number${string}`
    ? number
    : string | number
type Trimmed<Part> = Part extends ` ${infer Rest}`
  ? Trimmed<Rest>
  : Part extends `${infer Rest} `
    ? Trimmed<Rest>
    : Part
type Placeholder<Inside> = Inside extends `${infer Name},${infer Format}`
  ? { name: Trimmed<Name>; value: ValueOf<Trimmed<Format>> }
  : { name: Trimmed<Inside>; value: string | number }
type Placeholders<Text> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? Placeholder<Inside> | Placeholders<Rest>
  : never
/** `count` chooses the plural, `defaultValue` stands for a key that isn't there. */
interface Options {
  count?: number
  defaultValue?: string
}
/** A text with placeholders needs their values. */
type Values<Text> = [Placeholders<Text>] extends [never]
  ? [options?: Options]
  : [values: { [One in Placeholders<Text> as One['name'] & string]: One['value'] } & Options]

/** A text of one of these message files in the language of the page. */
export type Translate<Names extends Namespaces = 'shared'> = <Key extends TextKey<Names>>(
  key: Key,
  ...values: Values<TextOf<First<Names>, Key>>
) => string

/** The texts of these message files for a component, which is shown again when the language changes. */
export function useTexts(): Translate
export function useTexts<const Names extends Namespaces>(namespaces: Names): Translate<Names>
export function useTexts(namespaces: Namespaces = 'shared'): Translate {
  return useTranslation(namespaces as string | string[]).t as unknown as Translate
}

/** The texts of a message file outside components, in the language at the time of the call. */
export function textsOf<Name extends Namespace>(namespace: Name): Translate<Name> {
  return i18next.getFixedT(null, namespace) as unknown as Translate<Name>
}

/** A text outside components: `shared:named`. */
export function translate<Name extends Namespace, Key extends Keys[Name]>(
  key: `${Name}:${Key & string}`,
  ...[values]: Values<TextOf<Name, Key>>
): string {
  return i18next.t(key as string, { ...values })
}

/** A group of texts. */
export function textGroup<Name extends Namespace, Group extends keyof Texts[Name] & string>(
  namespace: Name,
  group: Group,
): Texts[Name][Group] {
  return i18next.t(`${namespace}:${group}` as string, { returnObjects: true }) as Texts[Name][Group]
}
