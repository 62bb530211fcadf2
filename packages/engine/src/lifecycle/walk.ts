/** Walks over the versions of a bucket a page at a time, so that neither memory nor a read transaction grows with it. */
import type { ObjectRecord, Store } from '../store/store.ts'
import { ExpiryEvaluator, type Verdict } from './expiry-evaluator.ts'
import type { ExpiryRule } from './rules.ts'

export interface Due {
  version: ObjectRecord
  verdict: Exclude<Verdict, 'keep'>
}

const PAGE = 1000

/** The due versions of each page, also when there are none: whoever walks gives way to others in between. */
export function* duePages(
  store: Pick<Store, 'listVersions'>,
  bucket: string,
  rules: readonly ExpiryRule[],
  now: () => number,
): Generator<Due[]> {
  for (const prefix of coveringPrefixes(rules)) yield* duePagesBelow(store, bucket, prefix, { rules, now })
}

function* duePagesBelow(
  store: Pick<Store, 'listVersions'>,
  bucket: string,
  prefix: string,
  { rules, now }: { rules: readonly ExpiryRule[]; now: () => number },
): Generator<Due[]> {
  let evaluator: ExpiryEvaluator | undefined
  /** Whether a lone delete marker is one is known only when the next version is. */
  let waiting: ObjectRecord | undefined
  let after: { key: string; versionId?: string } | undefined
  do {
    const page = store.listVersions(bucket, { prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    const due: Due[] = []
    const decide = (version: ObjectRecord, isLast: boolean) => {
      // A null version that went meanwhile makes the listing begin its key again.
      if (evaluator === undefined || version.isLatest) evaluator = new ExpiryEvaluator(rules, now())
      const verdict = evaluator.evaluate(version, isLast)
      if (verdict !== 'keep') due.push({ version, verdict })
    }
    for (const entry of page.entries) {
      if (entry.kind !== 'object') continue
      if (waiting) decide(waiting, waiting.key !== entry.record.key)
      if (waiting?.key !== entry.record.key) evaluator = undefined
      waiting = entry.record
    }
    after = page.next
    if (after === undefined && waiting) decide(waiting, true)
    yield due
  } while (after !== undefined)
}

/** The prefixes of the rules without those that lie under another. */
export function coveringPrefixes(rules: readonly Pick<ExpiryRule, 'prefix'>[]): string[] {
  const prefixes = [...new Set(rules.map(({ prefix }) => prefix))]
  return prefixes.filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)))
}
