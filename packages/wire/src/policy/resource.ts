/** The resources in policies, with the rules about their format. */
import { PolicyFault } from './document.ts'
import { matchesWildcard } from './wildcard.ts'

/** `any` is the star, alone or in front: it covers both kinds. */
export interface Resource {
  /** As written. */
  text: string
  kind: 's3' | 'kms' | 'any'
  pattern: string
}

const PREFIXES = [
  ['s3', 'arn:aws:s3:::'],
  ['kms', 'arn:minio:kms:::'],
  ['any', '*'],
] as const

/** @throws PolicyFault */
export function parseResource(text: string): Resource {
  // A prefix alone matches only itself, and so nothing that exists.
  const alone = PREFIXES.some(([, prefix]) => text === prefix)
  const [kind, prefix] = PREFIXES.find(([, one]) => text.startsWith(one)) ?? []
  if (alone) return { text, kind: 'any', pattern: text }
  if (kind === undefined) throw new PolicyFault(`invalid resource '${text}'`)
  const pattern = text.slice(prefix.length)
  if (pattern.startsWith('/')) {
    throw new PolicyFault(`invalid resource '${text}' - starts with '/' will not match a bucket`)
  }
  return { text, kind, pattern }
}

export function namesBuckets({ pattern }: Resource): boolean {
  return !pattern.includes('/') || pattern === '*'
}

export function namesObjects({ pattern }: Resource): boolean {
  return /[/*]/.test(pattern)
}

/** @throws PolicyFault */
export function checkResourceKind(resources: readonly Resource[], kind: 's3' | 'kms'): void {
  for (const resource of resources) {
    if (resource.kind !== kind && resource.kind !== 'any') {
      throw new PolicyFault(`resource '${resource.text}' type is not ${kind.toUpperCase()}`)
    }
    checkForm(resource)
  }
}

/** @throws PolicyFault */
export function checkResourceBucket(resources: readonly Resource[], bucket: string): void {
  for (const resource of resources) {
    checkForm(resource)
    if (!matchesWildcard(resource.pattern, bucket) && !mayBegin(resource.pattern, `${bucket}/`)) {
      throw new PolicyFault('bucket name does not match')
    }
  }
}

/** Names of keys contain neither slashes nor dots. */
function checkForm({ kind, pattern }: Resource): void {
  if (pattern === '' || (kind !== 's3' && /[/\\.]/.test(pattern))) throw new PolicyFault('invalid resource')
}

/** Whether something that matches the pattern can start with the text; everything after the first star can. */
function mayBegin(pattern: string, text: string): boolean {
  for (let at = 0; at < text.length && at < pattern.length; at++) {
    if (pattern[at] === '*') return true
    if (pattern[at] !== '?' && pattern[at] !== text[at]) return false
  }
  return text.length <= pattern.length
}
