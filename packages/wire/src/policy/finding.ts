/** A finding about a policy, and how findings are created. */
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
  | 'BadPrincipal'
  | 'UnknownOperator'
  | 'UnknownConditionKey'
  | 'AwsConditionKey'
  | 'BadCondition'
  | 'KeyNotForAction'
  | 'ResourceNotForAction'
  | 'EmptyField'
  | 'ExclusiveFields'
  | 'WrongType'
  | 'Refused'
  | 'MatchesNothing'
  | 'DuplicateSid'
  | 'PublicPrincipal'
  | 'PrincipalIgnored'
  | 'PrincipalMatchesNobody'
  | 'DeniesAnonymousOnly'
  | 'RootPower'
  | 'SameAsEarlier'
  | 'AlwaysDenied'
  | 'NotActionLost'

export interface PolicyFinding {
  code: FindingCode
  severity: 'error' | 'warning' | 'info'
  /** Position in UTF-16 units of the text; `to` is exclusive. */
  from: number
  to: number
  /** The subject: a name, a number of bytes, or the server's message. */
  detail: string
  /** A suggestion; '' if nothing is similar. */
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

/** Servers ignore unknown fields: a misspelled Condition would be no condition at all. */
export function unknownFields(place: Place, known: readonly string[]): PolicyFinding[] {
  return place.fields.flatMap((field) =>
    known.some((name) => name.toLowerCase() === field.name.toLowerCase())
      ? []
      : [at(field, 'UnknownField', 'warning', field.name, nearest(field.name, known))],
  )
}

/** Servers accept null as absent. */
export function mustBeText(place: Place, name: string): PolicyFinding[] {
  const isText = place.value === null || typeof place.value === 'string'
  return isText ? [] : [at(place, 'WrongType', 'error', name, 'a text')]
}

/** The opening bracket of a value: where something missing in it is reported. */
export function opening({ from }: Place): Pick<Place, 'from' | 'to'> {
  return { from, to: from + 1 }
}
