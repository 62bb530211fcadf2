import type { FileReader } from '../store/files/files.ts'
import { ROW } from '../store/index/keys.ts'
import type { IndexReader } from '../store/index/ordered-index.ts'
import { checkBuckets } from './check-buckets.ts'
import { checkContents, readContents } from './check-contents.ts'
import { checkUploads } from './check-uploads.ts'
import { checkVersions } from './check-versions.ts'
import type { Contents } from './contents.ts'
import type { CheckSummary, Finding, Problem } from './finding.ts'
import { readJson } from './row-shapes.ts'
import { scan } from './scan.ts'

export interface CheckInput {
  index: IndexReader
  /** Sizes of the files below `objects/` and `tmp/`, by path in the data folder. */
  files: ReadonlyMap<string, number>
  /** Opens a data file by id. */
  open(id: string): Promise<FileReader>
  /** Reports progress. */
  progress?(): void
}

/** Shared state of a check. */
export interface Check extends CheckInput {
  contents: Contents
  summary: CheckSummary
  find(problem: Problem, subject: string, detail: string): void
}

/**
 * Checks the consistency of a closed store: every row is readable, references and contents match exactly, counters are
 * correct, versions are in order, and all checksums match.
 */
export async function checkStore(input: CheckInput, report: (finding: Finding) => void): Promise<CheckSummary> {
  const summary = { buckets: 0, versions: 0, uploads: 0, documents: 0, verifiedBytes: 0 }
  const find: Check['find'] = (problem, subject, detail) => report({ problem, subject, detail })
  const contents = await readContents(input, find)
  const check: Check = { ...input, contents, summary, find }
  const buckets = await checkBuckets(check)
  await checkVersions(check, buckets)
  await checkUploads(check, buckets)
  await checkDocuments(check)
  await checkContents(check)
  checkKinds(check)
  return summary
}

async function checkDocuments({ index, summary, find }: Check): Promise<void> {
  for await (const { key, value } of scan(index, Buffer.from(ROW.document))) {
    summary.documents++
    const [space = '', id = ''] = key.toString('utf8', 1).split('\0')
    if (readJson(value) === undefined) find('unreadable', `document ${space}/${id}`, 'its row cannot be read')
  }
}

/** Finds rows of unknown types. */
function checkKinds({ index, find }: Check): void {
  const known = Object.values(ROW)
    .map((kind) => kind.charCodeAt(0))
    .sort((a, b) => a - b)
  let start = 0
  for (const kind of [...known, 255]) {
    for (const { key } of index.range(Buffer.from([start]), Buffer.from([kind]))) {
      find('inconsistent', 'index', `there is a row of the unknown kind ${JSON.stringify(key.toString('utf8', 0, 1))}`)
      break
    }
    start = kind + 1
  }
}
