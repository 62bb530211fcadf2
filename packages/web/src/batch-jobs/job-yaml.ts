/** A batch job as the form has it, and its definition. */
import { isJobDuration, type JobType } from '@cooperage/contract'
import { arePairsValid, filledPairs, type Pair } from '../shared/fields/pairs.ts'

export interface JobForm {
  type: JobType
  /** On the storage server of this console. */
  bucket: string
  prefix: string
  /** Where a replication copies: to another server, or from it. */
  direction: 'to' | 'from'
  endpoint: string
  accessKey: string
  secretKey: string
  otherBucket: string
  otherPrefix: string
  encryption: 'sse-kms' | 'sse-s3'
  key: string
  /** Objects, or what was deleted and has its delete marker. */
  matched: 'object' | 'deleted'
  /** A pattern of object keys. */
  name: string
  newerThan: string
  olderThan: string
  tags: readonly Pair[]
  /** How many of the newest versions stay. */
  retained: string
}

export const NEW_JOB: JobForm = {
  type: 'replicate',
  bucket: '',
  prefix: '',
  direction: 'to',
  endpoint: '',
  accessKey: '',
  secretKey: '',
  otherBucket: '',
  otherPrefix: '',
  encryption: 'sse-kms',
  key: '',
  matched: 'object',
  name: '',
  newerThan: '',
  olderThan: '',
  tags: [],
  retained: '0',
}

/** A field whose value is wrong, or is missing if it is empty. */
export type FormProblem =
  | 'bucket'
  | 'endpoint'
  | 'otherBucket'
  | 'accessKey'
  | 'secretKey'
  | 'key'
  | 'newerThan'
  | 'olderThan'
  | 'retained'
  | 'tags'

/** What of the form has yet to be filled in or corrected, the first one. */
export function formProblem(form: JobForm): FormProblem | undefined {
  if (form.bucket === '') return 'bucket'
  if (form.type === 'replicate') {
    if (!isEndpoint(form.endpoint)) return 'endpoint'
    for (const field of ['otherBucket', 'accessKey', 'secretKey'] as const) if (form[field] === '') return field
  }
  if (form.type === 'keyrotate' && form.encryption === 'sse-kms' && form.key === '') return 'key'
  if (form.type !== 'expire' && !isAge(form.newerThan)) return 'newerThan'
  if (!isAge(form.olderThan)) return 'olderThan'
  // What was deleted has no such field.
  if (form.type === 'expire' && form.matched === 'object' && !/^\d{1,6}$/.test(form.retained)) return 'retained'
  return arePairsValid(form.tags) ? undefined : 'tags'
}

/** Nothing, or a duration. */
export const isAge = (text: string) => text === '' || isJobDuration(text)

export const isEndpoint = (text: string) => /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text)

/** A field with its value, or an example of one that isn't set; fields in it; or a list of such. */
type Entry = { name: string } & (
  | { value: string; example?: string }
  | { fields: readonly Entry[] }
  | { items: readonly (readonly Entry[])[]; example: readonly Entry[] }
)

interface Line {
  depth: number
  text: string
  isExample: boolean
}

/** The definition of a job. What isn't set is there as a comment, to be filled in. */
export function jobYaml(form: JobForm): string {
  return linesOf([{ name: form.type, fields: FIELDS[form.type](form) }], 0)
    .map(({ depth, text, isExample }) => `${'  '.repeat(depth)}${isExample ? '# ' : ''}${text}\n`)
    .join('')
}

/** A JSON text is a text in YAML too, whatever is in it. */
const quoted = (text: string) => (text === '' ? '' : JSON.stringify(text))

const VERSION: Entry = { name: 'apiVersion', value: 'v1' }

const FIELDS: Readonly<Record<JobType, (form: JobForm) => Entry[]>> = {
  replicate(form) {
    const here: Entry[] = [
      { name: 'type', value: 'minio' },
      { name: 'bucket', value: JSON.stringify(form.bucket) },
      { name: 'prefix', value: quoted(form.prefix), example: '"folder/"' },
    ]
    const there: Entry[] = [
      { name: 'type', value: 'minio' },
      { name: 'bucket', value: JSON.stringify(form.otherBucket) },
      { name: 'prefix', value: quoted(form.otherPrefix), example: '"folder/"' },
      { name: 'endpoint', value: JSON.stringify(form.endpoint) },
      { name: 'path', value: '', example: 'auto' },
      {
        name: 'credentials',
        fields: [
          { name: 'accessKey', value: JSON.stringify(form.accessKey) },
          { name: 'secretKey', value: JSON.stringify(form.secretKey) },
          { name: 'sessionToken', value: '', example: '""' },
        ],
      },
    ]
    const [source, target] = form.direction === 'to' ? [here, there] : [there, here]
    return [
      VERSION,
      { name: 'source', fields: source },
      { name: 'target', fields: target },
      { name: 'flags', fields: [{ name: 'filter', fields: filterOf(form) }, ...AROUND] },
    ]
  },
  keyrotate: (form) => [
    VERSION,
    { name: 'bucket', value: JSON.stringify(form.bucket) },
    { name: 'prefix', value: quoted(form.prefix), example: '"folder/"' },
    {
      name: 'encryption',
      fields: [
        { name: 'type', value: form.encryption },
        { name: 'key', value: form.encryption === 'sse-kms' ? JSON.stringify(form.key) : '', example: '"my-key"' },
      ],
    },
    { name: 'flags', fields: [{ name: 'filter', fields: filterOf(form) }, ...AROUND] },
  ],
  expire: (form) => [
    VERSION,
    { name: 'bucket', value: JSON.stringify(form.bucket) },
    { name: 'prefix', value: quoted(form.prefix), example: '"folder/"' },
    {
      name: 'rules',
      items: [
        [
          { name: 'type', value: form.matched },
          { name: 'name', value: quoted(form.name), example: '"*.tmp"' },
          { name: 'olderThan', value: form.olderThan, example: '30d' },
          { name: 'createdBefore', value: '', example: '2026-01-31T00:00:00Z' },
          tagsOf(form),
          METADATA,
          {
            name: 'size',
            fields: [
              { name: 'lessThan', value: '', example: '10MiB' },
              { name: 'greaterThan', value: '', example: '1KiB' },
            ],
          },
          {
            name: 'purge',
            fields: [{ name: 'retainVersions', value: form.matched === 'object' ? form.retained : '', example: '0' }],
          },
        ],
      ],
      example: [],
    },
    ...AROUND,
  ],
}

function filterOf(form: JobForm): Entry[] {
  return [
    { name: 'newerThan', value: form.newerThan, example: '7d' },
    { name: 'olderThan', value: form.olderThan, example: '30d' },
    { name: 'createdAfter', value: '', example: '2026-01-01T00:00:00Z' },
    { name: 'createdBefore', value: '', example: '2026-01-31T00:00:00Z' },
    tagsOf(form),
    METADATA,
  ]
}

const pairOf = ({ key, value }: Pair): Entry[] => [
  { name: 'key', value: JSON.stringify(key) },
  { name: 'value', value: JSON.stringify(value) },
]

function tagsOf({ tags }: JobForm): Entry {
  return { name: 'tags', items: filledPairs(tags).map(pairOf), example: pairOf({ key: 'project', value: 'draft*' }) }
}

const METADATA: Entry = { name: 'metadata', items: [], example: pairOf({ key: 'content-type', value: 'image/*' }) }

/** Who is told of the end of a job, and how often it tries. */
const AROUND: readonly Entry[] = [
  {
    name: 'notify',
    fields: [
      { name: 'endpoint', value: '', example: '"https://hooks.example.net/jobs"' },
      { name: 'token', value: '', example: '""' },
    ],
  },
  {
    name: 'retry',
    fields: [
      { name: 'attempts', value: '', example: '3' },
      { name: 'delay', value: '', example: '500ms' },
    ],
  },
]

function linesOf(entries: readonly Entry[], depth: number): Line[] {
  return entries.flatMap((entry) => {
    const { name } = entry
    if ('value' in entry) {
      const isExample = entry.value === ''
      const text = `${name}: ${isExample ? (entry.example ?? '""') : entry.value}`
      return [{ depth, text, isExample }]
    }
    if ('fields' in entry) return group(name, linesOf(entry.fields, depth + 1), depth)
    const isExample = entry.items.length === 0
    const items = (isExample ? [entry.example] : entry.items).flatMap((item) => {
      // The lines of an item are below its first one, which the hyphen moves by a level.
      const [first, ...rest] = linesOf(item, depth + 2)
      return first === undefined ? [] : [{ ...first, depth: depth + 1, text: `- ${first.text}` }, ...rest]
    })
    return group(name, isExample ? items.map((line) => ({ ...line, isExample })) : items, depth)
  })
}

/** Fields of which none is set are an example as a whole. */
function group(name: string, lines: readonly Line[], depth: number): Line[] {
  const isExample = lines.every((line) => line.isExample)
  return [{ depth, text: `${name}:`, isExample }, ...lines]
}
