/** What the definition of a batch job consists of: the console's server checks it, and the editor completes its fields. */

/** Each definition is a field with one of these names. */
export const JOB_TYPES = ['replicate', 'keyrotate', 'expire'] as const
export type JobType = (typeof JOB_TYPES)[number]

/**
 * What a value has to be. `texts`: one text, or a list. `duration`: `7d10h`. `time`: `2026-01-31T00:00:00Z`. `size`: `10MiB`. `count`: a
 * whole number. `flag`: true or false.
 */
export const JOB_VALUES = ['text', 'texts', 'duration', 'time', 'size', 'count', 'flag'] as const
export type JobValue = (typeof JOB_VALUES)[number]

export type JobField = { isRequired?: true } & (
  | { value: JobValue }
  | { oneOf: readonly string[] }
  | { fields: JobFields }
  | { items: JobField }
)
export type JobFields = Readonly<Record<string, JobField>>

const TEXT = { value: 'text' } as const
const API_VERSION: JobField = { oneOf: ['v1'], isRequired: true }
const BUCKET: JobField = { value: 'text', isRequired: true }

/** A value may be empty, as that of a tag. */
const PAIRS: JobField = { items: { fields: { key: { value: 'text', isRequired: true }, value: TEXT } } }
const FILTER: JobFields = {
  newerThan: { value: 'duration' },
  olderThan: { value: 'duration' },
  createdAfter: { value: 'time' },
  createdBefore: { value: 'time' },
  tags: PAIRS,
  metadata: PAIRS,
}
const NOTIFY: JobField = { fields: { endpoint: TEXT, token: TEXT } }
const RETRY: JobField = { fields: { attempts: { value: 'count' }, delay: { value: 'duration' } } }

const place = (prefix: JobField, more: JobFields = {}): JobField => ({
  isRequired: true,
  fields: {
    type: { oneOf: ['minio', 's3'], isRequired: true },
    bucket: BUCKET,
    prefix,
    endpoint: TEXT,
    path: { oneOf: ['auto', 'on', 'off'] },
    credentials: { fields: { accessKey: TEXT, secretKey: TEXT, sessionToken: TEXT } },
    ...more,
  },
})

const SNOWBALL: JobField = {
  fields: {
    disable: { value: 'flag' },
    batch: { value: 'count' },
    inmemory: { value: 'flag' },
    compress: { value: 'flag' },
    smallerThan: { value: 'size' },
    skipErrs: { value: 'flag' },
  },
}

/** What a rule of an expiration can restrict. */
export const RULE_CONDITIONS: JobFields = {
  name: TEXT,
  olderThan: { value: 'duration' },
  createdBefore: { value: 'time' },
  tags: PAIRS,
  metadata: PAIRS,
  size: { fields: { lessThan: { value: 'size' }, greaterThan: { value: 'size' } } },
}
const RULE: JobFields = {
  type: { oneOf: ['object', 'deleted'], isRequired: true },
  ...RULE_CONDITIONS,
  purge: { fields: { retainVersions: { value: 'count' } } },
}

/** The fields of each type of job. */
export const JOB_FIELDS: Readonly<Record<JobType, JobFields>> = {
  replicate: {
    apiVersion: API_VERSION,
    source: place({ value: 'texts' }, { snowball: SNOWBALL }),
    target: place(TEXT),
    flags: { fields: { filter: { fields: FILTER }, notify: NOTIFY, retry: RETRY } },
  },
  keyrotate: {
    apiVersion: API_VERSION,
    bucket: BUCKET,
    prefix: TEXT,
    encryption: {
      isRequired: true,
      fields: { type: { oneOf: ['sse-s3', 'sse-kms'], isRequired: true }, key: TEXT, context: TEXT },
    },
    flags: { fields: { filter: { fields: { ...FILTER, kmskeyid: TEXT } }, notify: NOTIFY, retry: RETRY } },
  },
  expire: {
    apiVersion: API_VERSION,
    bucket: BUCKET,
    prefix: { value: 'texts' },
    rules: { items: { fields: RULE }, isRequired: true },
    notify: NOTIFY,
    retry: RETRY,
  },
}

/** Whether a text is a duration as jobs have it: `7d10h`. */
export const isJobDuration = (text: string) => /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h|d|w|y))+$/.test(text)

/** What servers and the console write in the place of a secret. */
export const HIDDEN_SECRET = '**REDACTED**'
