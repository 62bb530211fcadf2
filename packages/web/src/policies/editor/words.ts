import type { PolicyCatalogue } from '@cooperage/contract'
import type { JsonContext } from './json-context.ts'

/** A completion at the cursor. */
export interface Word {
  text: string
  /** A short message of the namespace `editor`. */
  about?: 'bucketItself' | 'allObjects' | 'everything' | 'variable' | 'object' | 'bucket' | 'server'
}

const TOP_FIELDS = ['Version', 'Statement', 'ID']
const FIELDS = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']
const ARN = 'arn:aws:s3:::'

/** The completions at a position. `bucket`: the bucket whose policy it is; '' for policies of accounts. */
export function wordsAt(
  { path, isKey }: JsonContext,
  catalogue: PolicyCatalogue | undefined,
  buckets: readonly string[],
  bucket = '',
): Word[] {
  const names = path.filter((name) => name !== '[]').map((name) => name.toLowerCase())
  const [top, field, operator] = names
  if (names.length === 0) return isKey ? plain(TOP_FIELDS) : []
  if (top === 'version') return plain(['2012-10-17'])
  if (top !== 'statement') return []
  if (field === undefined) return isKey ? plain(bucket === '' ? FIELDS : [...FIELDS, 'Principal']) : []
  if (field === 'effect') return plain(['Allow', 'Deny'])
  if (field === 'action' || field === 'notaction') {
    return (catalogue?.actions ?? []).map(({ name, target }) => ({ text: name, about: target }))
  }
  if (field === 'resource' || field === 'notresource') {
    return bucket === '' ? [...resources(buckets), { text: `${ARN}*`, about: 'everything' }] : resources([bucket])
  }
  if (field === 'principal') return plain(isKey ? ['AWS'] : ['*'])
  if (field !== 'condition' || !isKey) return []
  if (operator !== undefined) return plain(catalogue?.conditionKeys ?? [])
  const { operators = [], qualifiers = [] } = catalogue ?? {}
  const ofStrings = operators.filter((name) => name.startsWith('String'))
  return plain([...operators, ...qualifiers.flatMap((qualifier) => ofStrings.map((name) => `${qualifier}:${name}`))])
}

/** Variables, which can be part of resources and values. */
export function variables(catalogue: PolicyCatalogue | undefined): Word[] {
  const names = catalogue?.commonKeys.filter((name) => !name.startsWith('s3:x-amz-')) ?? []
  return names.map((name) => ({ text: `\${${name}}`, about: 'variable' }))
}

function resources(buckets: readonly string[]): Word[] {
  return buckets.flatMap((bucket): Word[] => [
    { text: `${ARN}${bucket}`, about: 'bucketItself' },
    { text: `${ARN}${bucket}/*`, about: 'allObjects' },
  ])
}

function plain(names: readonly string[]): Word[] {
  return names.map((text) => ({ text }))
}
