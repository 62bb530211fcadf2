/** Scans the versions of a bucket page by page, so that neither memory nor read transactions grow with its size. */
import type { ObjectRecord, Store } from '../store/store.ts'
import { ExpiryEvaluator, type Verdict } from './expiry-evaluator.ts'
import type { ExpiryRule } from './rules.ts'

export interface Due {
  version: ObjectRecord
  verdict: Exclude<Verdict, 'keep'>
}

const PAGE = 1000

/** The due versions of each page, even if there are none, so that the caller can yield between pages. */
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
  /** A version is evaluated when the next one is known, because that decides whether a delete marker is alone. */
  let waiting: ObjectRecord | undefined
  let after: { key: string; versionId?: string } | undefined
  do {
    const page = store.listVersions(bucket, { prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    const due: Due[] = []
    const decide = (version: ObjectRecord, isLast: boolean) => {
      // If a null version was removed in between, the listing restarts its key.
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

/** The prefixes of the rules, without those covered by another. */
export function coveringPrefixes(rules: readonly Pick<ExpiryRule, 'prefix'>[]): string[] {
  const prefixes = [...new Set(rules.map(({ prefix }) => prefix))]
  return prefixes.filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)))
}
