/** Sample buckets and objects for trying out the product. */
import type { Store } from './store/store.ts'

const SAMPLES: Record<string, Record<string, string>> = {
  'sample-photos': {
    'readme.txt': 'The pictures in this bucket are drawings, small enough to be written into the program.\n',
    '2026/summer/sun.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#cfe8ff"/><circle cx="50" cy="50" r="24" fill="#f6b73c"/></svg>\n',
    '2026/winter/snow.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#24476b"/><g fill="#fff"><circle cx="25" cy="30" r="6"/><circle cx="60" cy="22" r="5"/><circle cx="75" cy="60" r="7"/><circle cx="35" cy="72" r="5"/></g></svg>\n',
  },
  'sample-reports': {
    'quarters.csv': 'quarter,casks,revenue\nQ1,120,18400\nQ2,155,23900\nQ3,149,23100\nQ4,201,31800\n',
    'drafts/Ideas & “what if” #2 (été, 夏).md': '# Ideas\n\nNames may hold almost anything; this one shows it.\n',
    'drafts/annual-report.md': '# Annual report\n\nA dry year, and a good one for oak.\n',
  },
}

const TYPES: Record<string, string> = {
  csv: 'text/csv',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

/** Adds the sample buckets that don't exist. Existing buckets aren't changed. */
export async function addSampleData(store: Store): Promise<void> {
  for (const [bucket, objects] of Object.entries(SAMPLES)) {
    if (store.getBucket(bucket) !== undefined) continue
    await store.createBucket(bucket)
    for (const [key, text] of Object.entries(objects)) {
      const contentType = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'binary/octet-stream'
      await store.putObject(bucket, key, bytesOf(text), { metadata: { contentType, headers: {}, user: {} } })
    }
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
