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
  /** The files below `objects/` and `tmp/`, by their paths in the data folder, with their sizes. */
  files: ReadonlyMap<string, number>
  /** Opens the data file of an id. */
  open(id: string): Promise<FileReader>
  /** Says that the check is alive. */
  progress?(): void
}

/** What the steps of a check share. */
export interface Check extends CheckInput {
  contents: Contents
  summary: CheckSummary
  find(problem: Problem, subject: string, detail: string): void
}

/**
 * Compares a store at rest with itself: each row can be read, what is referred to is there and nothing else, counters are
 * what counting gives, versions are in order, and all bytes are those that were written.
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

/** Rows of a kind that this version does not know lie between the known ones. */
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
