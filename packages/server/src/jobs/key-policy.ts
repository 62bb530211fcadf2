/** Resources of the policy that restricts the key of a job. */
import type { Statement } from './job-kind.ts'

/** A key, or with `recursive` everything below it. */
interface Covered {
  path: string
  recursive: boolean
}

/** Rows that a policy names one by one; of more, what they start with. */
const MAX_NAMED = 8
/** Of what is named. Storage servers accept 4,096 bytes for the whole policy, which has it up to twice. */
const MAX_BYTES = 600

/** Statements for objects of a bucket: `actions` on them, and `listing` on their part of the bucket. */
export function statementsFor(
  bucket: string,
  rows: readonly Covered[],
  { actions, listing }: { actions: string[]; listing: string[] },
): Statement[] {
  const patterns = patternsOf(rows)
  return [
    { Effect: 'Allow', Action: actions, Resource: patterns.map((pattern) => `arn:aws:s3:::${bucket}/${pattern}`) },
    ...(listing.length === 0
      ? []
      : [
          {
            Effect: 'Allow' as const,
            Action: listing,
            Resource: [`arn:aws:s3:::${bucket}`],
            // A listing of the whole bucket has no prefix.
            ...(!patterns.includes('*') && { Condition: { StringLike: { 's3:prefix': patterns } } }),
          },
        ]),
  ]
}

/** Patterns that match the rows, and as little else as fits into a policy. */
export function patternsOf(rows: readonly Covered[]): string[] {
  const named = rows.slice(0, MAX_NAMED + 1).map(({ path, recursive }) => literal(path) + (recursive ? '*' : ''))
  const isShort = named.length <= MAX_NAMED && Buffer.byteLength(named.join('')) <= MAX_BYTES
  return isShort ? named : [`${literal(commonStart(rows))}*`]
}

function commonStart(rows: readonly Covered[]): string {
  let [start] = rows.map(({ path }) => [...path])
  for (const { path } of rows) {
    const letters = [...path]
    const differs = start?.findIndex((letter, at) => letter !== letters[at]) ?? -1
    if (differs >= 0) start = start?.slice(0, differs)
  }
  let text = ''
  for (const letter of start ?? []) {
    if (Buffer.byteLength(JSON.stringify(text + letter)) - 2 > MAX_BYTES) break
    text += letter
  }
  return text
}

/** Policies have no escapes: a question mark matches the characters that mean something, `${` for example starts a variable. */
function literal(text: string): string {
  return text.replaceAll(/[*?$]/g, '?')
}
