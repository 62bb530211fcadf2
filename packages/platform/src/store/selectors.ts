/** Label and field selectors of lists and watches. */
import { badRequest } from '../api-error.ts'
import { type Obj, recordAt, textAt } from '../objects.ts'
import type { ResourceType } from '../resources.ts'

export type Matches = (object: Obj) => boolean

const LABEL = '[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?'
const VALUE = '([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?'
const EQUALS = new RegExp(`^(?<label>${LABEL})\\s*(?<operator>==?|!=)\\s*(?<value>${VALUE})$`)
const IN = new RegExp(`^(?<label>${LABEL})\\s+(?<operator>in|notin)\\s+\\((?<values>[^()]*)\\)$`)
const EXISTS = new RegExp(`^(?<not>!?)\\s*(?<label>${LABEL})$`)

/** `a=b,c!=d,e in (f,g),h,!i`; empty matches all. @throws ApiError */
export function readLabelSelector(text: string): Matches {
  const tests = splitOutsideParentheses(text).map(readRequirement)
  return (object) => {
    const labels = object.metadata.labels ?? {}
    return tests.every((test) => test(labels))
  }
}

function readRequirement(text: string): (labels: Record<string, string>) => boolean {
  const equals = EQUALS.exec(text)?.groups
  if (equals) {
    const { label = '', operator, value = '' } = equals
    return operator === '!=' ? (labels) => labels[label] !== value : (labels) => labels[label] === value
  }
  const within = IN.exec(text)?.groups
  if (within) {
    const values = (within.values ?? '').split(',').map((each) => each.trim())
    const { label = '', operator } = within
    return (labels) => values.includes(labels[label] ?? '\0') === (operator === 'in')
  }
  const exists = EXISTS.exec(text)?.groups
  if (exists) return (labels) => Object.hasOwn(labels, exists.label ?? '') === (exists.not === '')
  throw badRequest(`unable to parse requirement: ${text}`)
}

function splitOutsideParentheses(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** `involvedObject.uid=…,type!=Normal`. @throws ApiError for a field that the resource can't be selected by */
export function readFieldSelector(text: string, { selectable }: ResourceType): Matches {
  const tests = text
    .split(',')
    .filter((each) => each !== '')
    .map((each) => {
      const [, path = '', operator = '', value = ''] = /^([^=!]+)(==?|!=)(.*)$/.exec(each) ?? []
      if (path === '') throw badRequest(`invalid selector: '${each}'; can't understand '${each}'`)
      if (!['metadata.name', 'metadata.namespace', ...selectable].includes(path)) {
        throw badRequest(`field label not supported: ${path}`)
      }
      const mustEqual = operator !== '!='
      return (object: Obj) => ((textAt(object, ...path.split('.')) ?? '') === value) === mustEqual
    })
  return (object) => tests.every((test) => test(object))
}

/** The labels of a selector such as that of a service. */
export function hasLabels(object: Obj, wanted: Record<string, string>): boolean {
  const labels = recordAt(object, 'metadata', 'labels')
  return Object.entries(wanted).every(([name, value]) => labels[name] === value)
}
