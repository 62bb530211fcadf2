/** One thing that is said of a policy, and how such things are made. */
import type { Place } from './json-places.ts'
import { nearest } from './nearest.ts'

export type FindingCode =
  | 'NotJson'
  | 'TooLong'
  | 'NoVersion'
  | 'WrongVersion'
  | 'NoStatement'
  | 'UnknownField'
  | 'NoEffect'
  | 'BadEffect'
  | 'NoAction'
  | 'UnknownAction'
  | 'MixedServices'
  | 'NoResource'
  | 'BadResource'
  | 'OtherBucket'
  | 'NoPrincipal'
  | 'UnknownOperator'
  | 'UnknownConditionKey'
  | 'KeyNotForAction'
  | 'Refused'
  | 'MatchesNothing'
  | 'DuplicateSid'
  | 'PublicPrincipal'
  | 'PrincipalIgnored'
  | 'RootPower'
  | 'SameAsEarlier'
  | 'AlwaysDenied'
  | 'NotActionLost'

export interface PolicyFinding {
  code: FindingCode
  severity: 'error' | 'warning' | 'info'
  /** Where, in UTF-16 units of the text; `to` is behind the last. */
  from: number
  to: number
  /** What it is about: a name, a number of bytes, or the words of the server. */
  detail: string
  /** What may have been meant; '' when nothing comes near. */
  suggestion: string
}

export interface PolicyRole {
  /** `identity`: of users and groups; `bucket`: of the bucket that is named. */
  kind: 'identity' | 'bucket'
  bucket?: string
}

export function at(
  { from, to }: Pick<Place, 'from' | 'to'>,
  code: FindingCode,
  severity: PolicyFinding['severity'],
  detail = '',
  suggestion = '',
): PolicyFinding {
  return { code, severity, from, to, detail, suggestion }
}

/** Servers pass over what they do not know: a misspelt Condition would be no condition at all. */
export function unknownFields(place: Place, known: readonly string[]): PolicyFinding[] {
  return place.fields.flatMap((field) =>
    known.some((name) => name.toLowerCase() === field.name.toLowerCase())
      ? []
      : [at(field, 'UnknownField', 'warning', field.name, nearest(field.name, known))],
  )
}

/** The bracket with which something begins: where what is missing in it is shown. */
export function opening({ from }: Place): Pick<Place, 'from' | 'to'> {
  return { from, to: from + 1 }
}
