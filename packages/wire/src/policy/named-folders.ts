/**
 * The buckets and folders that policies name without wildcards, for accounts that may use a folder but can't see its bucket: a
 * server's bucket list omits buckets in which only a folder may be listed.
 */
import { couldAllow } from './could-allow.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction } from './evaluate.ts'
import { type ContextValues, contextKey, contextValues, filledText, type RequestContext } from './variables.ts'

export interface NamedFolder {
  bucket: string
  /** '' for the whole bucket, otherwise it ends with a slash. */
  prefix: string
}

const LIST = 's3:ListBucket'
const USE = [LIST, 's3:GetObject', 's3:PutObject', 's3:DeleteObject']
/** The folders of one account; a policy that names more is for machines. */
const MAX_FOLDERS = 100
const NOT_LITERAL = /[*?]|\$\{/

/**
 * Folders of buckets that are named in full, in the order of the policies. Where some folder of a bucket may be listed, only
 * such folders; otherwise those in which objects may at least be read or written.
 */
export function namedFolders(policies: readonly Policy[], known: RequestContext = {}): NamedFolder[] {
  const values = contextValues(known)
  const named = new Map<string, NamedBucket>()
  /** Resources that could be in any bucket. */
  const general: Statement[] = []
  for (const statement of policies.flatMap(({ statements }) => statements)) {
    if (!USE.some((action) => concernsAction(statement, action))) continue
    const folders = statement.resources.map((resource) => folderIn(filledText(resource, values)))
    const isLiteral = folders.length > 0 && folders.every(({ bucket }) => !NOT_LITERAL.test(bucket))
    if (statement.effect === 'Deny' || !isLiteral) general.push(statement)
    if (statement.effect === 'Deny') continue
    for (const { bucket, prefix } of folders) {
      if (bucket === '' || NOT_LITERAL.test(bucket)) continue
      const entry = named.get(bucket) ?? { statements: new Set(), prefixes: new Set() }
      named.set(bucket, entry)
      if (isLiteral) entry.statements.add(statement)
      for (const one of [prefix, ...listedPrefixes(statement, values)]) entry.prefixes.add(one)
    }
  }

  const found: NamedFolder[] = []
  for (const [bucket, { statements, prefixes }] of named) {
    if (found.length >= MAX_FOLDERS) break
    const relevant = [{ version: '', statements: [...general, ...statements] }]
    const canList = (prefix: string) =>
      couldAllow(relevant, { actions: [LIST], resource: bucket, known: { ...known, prefix, delimiter: '/' } })
    const canUse = (prefix: string) =>
      couldAllow(relevant, { actions: USE.slice(1), resource: `${bucket}/${prefix}`, known })
    const all = [...prefixes].slice(0, MAX_FOLDERS)
    const listable = all.filter(canList)
    for (const prefix of listable.length > 0 ? listable : all.filter(canUse)) found.push({ bucket, prefix })
  }
  return found.slice(0, MAX_FOLDERS)
}

interface NamedBucket {
  statements: Set<Statement>
  prefixes: Set<string>
}

/** `photos/team/a*` refers to the folder `team/`. */
function folderIn(resource: string): NamedFolder {
  const slash = resource.indexOf('/')
  if (slash < 0) return { bucket: resource, prefix: '' }
  return { bucket: resource.slice(0, slash), prefix: folderOf(resource.slice(slash + 1)) }
}

/** Folders in the conditions of a listing. */
function listedPrefixes(statement: Statement, values: ContextValues): string[] {
  return statement.conditions
    .filter(({ key, operator }) => contextKey(key) === 'prefix' && /^String(Equals|Like)/.test(operator))
    .flatMap((condition) => condition.values.map((value) => folderOf(filledText(value, values))))
}

function folderOf(pattern: string): string {
  const end = pattern.search(NOT_LITERAL)
  const fixed = end < 0 ? pattern : pattern.slice(0, end)
  return fixed.slice(0, fixed.lastIndexOf('/') + 1)
}
