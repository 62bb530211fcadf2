/** Definitions of batch jobs: what is wrong with one, what it is about, and how it is shown without its secrets. */
import {
  HIDDEN_SECRET,
  isJobDuration,
  JOB_FIELDS,
  JOB_TYPES,
  JOB_WARNINGS,
  type JobField,
  type JobFields,
  type JobFinding,
  type JobType,
  type JobValue,
  RULE_CONDITIONS,
} from '@cooperage/contract'
import { type Document, LineCounter, stringify } from 'yaml'
import { isSecretName, withoutUrlSecrets } from '../redacted.ts'
import { contentOf, isRecord, MAX_FINDINGS, offsetOf, parsedYaml, YamlError } from './yaml-document.ts'

export interface JobRemote {
  endpoint: string
  accessKey: string
  secretKey: string
  /** '' for keys that aren't temporary. */
  sessionToken: string
}

export interface JobPlace {
  role: 'bucket' | 'source' | 'target'
  bucket: string
  /** Empty for the whole bucket. */
  prefixes: string[]
  /** Whether it is about deleted objects, of which only versions are left. */
  isOfDeleted: boolean
  /** Undefined on the storage server itself. */
  remote: JobRemote | undefined
}

export interface ReadBatchJob {
  type: JobType | null
  /** In the order of the lines. */
  findings: JobFinding[]
  /** None if it can't be started. */
  places: JobPlace[]
  /** The key of a rotation; '' for none. */
  key: string
}

const UNUSABLE = { type: null, places: [], key: '' }

/** What a definition is about, and what is wrong with it. */
export function readBatchJob(text: string): ReadBatchJob {
  const lines = new LineCounter()
  let document: Document
  let job: unknown
  try {
    document = parsedYaml(text, lines)
    job = contentOf(document)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const findings = error.findings.map(({ line, message }) => syntax(line, message))
    return { findings, ...UNUSABLE }
  }
  const found: Omit<JobFinding, 'line'>[] = []
  const type = typeOf(job)
  if (type === undefined) found.push(problem('notOneJob', ''))
  else checkJob(type, (job as Record<JobType, unknown>)[type], found)
  const findings = found
    // Finding a line takes as long as the document is.
    .slice(0, MAX_FINDINGS)
    .map((one) => ({ line: lines.linePos(offsetOf(document, one.field)).line, ...one }))
    .sort((a, b) => a.line - b.line)
  if (type === undefined) return { ...UNUSABLE, findings }
  if (findings.some((one) => !JOB_WARNINGS.includes(one.problem))) return { ...UNUSABLE, type, findings }
  return { type, findings, ...aboutOf(type, recordIn(job, type)) }
}

/** The definition as a server returns it, without secrets and what isn't set. undefined if it can't be read. */
export function shownBatchJob(text: string): string | undefined {
  try {
    const job = contentOf(parsedYaml(text, new LineCounter()))
    return isRecord(job) ? stringify(shown(job) ?? {}) : undefined
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

/** The bucket whose objects a running job copies, all of them, as a server describes it; undefined for any other job. */
export function wholeBucketOf(text: string): string | undefined {
  try {
    const described = contentOf(parsedYaml(text, new LineCounter()))
    // Rotations don't count the objects that aren't encrypted, nor expirations those that no rule matches.
    if (typeOf(described) !== 'replicate') return undefined
    const job = recordIn(described, 'replicate')
    const hasFilter = Object.values(recordIn(recordIn(job, 'flags'), 'filter')).some(isSet)
    const [{ bucket, prefixes, remote } = NOWHERE] = aboutOf('replicate', job).places
    return hasFilter || prefixes.length > 0 || remote !== undefined ? undefined : bucket
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

const NOWHERE: JobPlace = { role: 'bucket', bucket: '', prefixes: [], isOfDeleted: false, remote: undefined }

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value === 'string') return withoutUrlSecrets(value, HIDDEN_SECRET)
  if (!isRecord(value)) return value
  const set = Object.entries(value)
    .map(([name, one]) => [name, isSecretField(name, one) ? HIDDEN_SECRET : shown(one)] as const)
    .filter(([, one]) => isSet(one))
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

/** The credentials of a place have an access key beside their secrets. */
function isSecretField(name: string, value: unknown): boolean {
  return isSet(value) && isSecretName(name) && !(name === 'credentials' && isRecord(value))
}

function syntax(line: number, detail: string): JobFinding {
  return { line, ...problem('syntax', ''), detail }
}

function problem(name: JobFinding['problem'], field: string): Omit<JobFinding, 'line'> {
  return { problem: name, field, value: null, detail: '' }
}

/** Servers write a value that isn't set as null or ''. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function typeOf(job: unknown): JobType | undefined {
  if (!isRecord(job)) return undefined
  const given = Object.keys(job).filter((name) => job[name] !== null)
  const [only] = given
  return given.length === 1 ? JOB_TYPES.find((type) => type === only) : undefined
}

type Found = Omit<JobFinding, 'line'>[]

function checkJob(type: JobType, job: unknown, found: Found): void {
  checkFields(JOB_FIELDS[type], job, type, found)
  // What follows is about values that have their form.
  if (found.length > 0 || !isRecord(job)) return
  if (type === 'replicate') checkEnds(job, found)
  if (
    type === 'keyrotate' &&
    recordIn(job, 'encryption').type === 'sse-kms' &&
    textIn(job, 'encryption', 'key') === ''
  ) {
    found.push(problem('noKey', 'keyrotate.encryption'))
  }
  if (type === 'expire') {
    for (const [index, rule] of listIn(job, 'rules').entries()) {
      if (!restricts({ fields: RULE_CONDITIONS }, rule)) found.push(problem('matchesAll', `expire.rules[${index}]`))
    }
  }
}

/** Whether a condition leaves out anything. Servers ignore empty ones, and durations and sizes of 0. */
function restricts(field: JobField, value: unknown): boolean {
  if (!isSet(value)) return false
  if ('fields' in field) {
    return isRecord(value) && Object.entries(field.fields).some(([name, one]) => restricts(one, value[name]))
  }
  if ('items' in field) return Array.isArray(value) && value.some((item) => restricts(field.items, item))
  if ('oneOf' in field) return true
  if (field.value === 'duration' || field.value === 'size') return /[1-9]/.test(String(value))
  return !/^\*+$/.test(String(value))
}

/** A server replicates from itself or to itself, and the other end is elsewhere. */
function checkEnds(job: Record<string, unknown>, found: Found): void {
  const remotes = (['source', 'target'] as const).filter((end) => textIn(job, end, 'endpoint') !== '')
  if (remotes.length !== 1) found.push(problem(remotes.length === 0 ? 'twoLocal' : 'twoRemote', 'replicate'))
  for (const end of remotes) {
    const endpoint = textIn(job, end, 'endpoint')
    if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
      found.push(problem('wrongEndpoint', `replicate.${end}.endpoint`))
    }
    const credentials = recordIn(recordIn(job, end), 'credentials')
    for (const name of ['accessKey', 'secretKey']) {
      if (!isSet(credentials[name])) found.push(problem('missingField', `replicate.${end}.credentials.${name}`))
    }
  }
}

function checkFields(fields: JobFields, value: unknown, path: string, found: Found): void {
  if (!isRecord(value)) {
    found.push(problem('noFields', path))
    return
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) found.push(problem('unknownField', `${path}.${name}`))
  }
  for (const [name, field] of Object.entries(fields)) {
    const one = Object.hasOwn(value, name) ? value[name] : undefined
    if (isSet(one)) checkField(field, one, `${path}.${name}`, found)
    else if (field.isRequired) found.push(problem('missingField', `${path}.${name}`))
  }
}

function checkField(field: JobField, value: unknown, path: string, found: Found): void {
  if (found.length >= MAX_FINDINGS) return
  if ('fields' in field) checkFields(field.fields, value, path, found)
  else if ('items' in field) {
    if (!Array.isArray(value) || (field.isRequired && value.length === 0)) found.push(problem('noList', path))
    else for (const [index, item] of value.entries()) checkField(field.items, item, `${path}[${index}]`, found)
  } else if ('oneOf' in field) {
    const isOne = typeof value === 'string' && field.oneOf.includes(value)
    if (!isOne) found.push({ ...problem('wrongValue', path), detail: field.oneOf.join(', ') })
  } else if (!IS[field.value](value)) found.push({ ...problem('wrongValue', path), value: field.value })
  else if (String(value).includes(HIDDEN_SECRET)) found.push(problem('hiddenSecret', path))
}

const isText = (value: unknown) => typeof value === 'string'
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

const IS: Readonly<Record<JobValue, (value: unknown) => boolean>> = {
  text: isText,
  texts: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  duration: (value) => typeof value === 'string' && isJobDuration(value),
  time: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  size: (value) => isCount(value) || (typeof value === 'string' && /^\d+(\.\d+)? ?([KMGTPE]i?)?B?$/i.test(value)),
  count: isCount,
  flag: (value) => typeof value === 'boolean',
}

function aboutOf(type: JobType, job: Record<string, unknown>): Pick<ReadBatchJob, 'places' | 'key'> {
  if (type !== 'replicate') {
    const isOfDeleted = listIn(job, 'rules').some((rule) => isRecord(rule) && rule.type === 'deleted')
    const place = { ...NOWHERE, bucket: textIn(job, 'bucket'), prefixes: prefixesIn(job), isOfDeleted }
    return { places: [place], key: textIn(job, 'encryption', 'key') }
  }
  const places = (['source', 'target'] as const).map((role): JobPlace => {
    const end = recordIn(job, role)
    const endpoint = textIn(end, 'endpoint')
    const credential = (name: string) => textIn(end, 'credentials', name)
    return {
      role,
      bucket: textIn(end, 'bucket'),
      // A target has a prefix under which the copies are.
      prefixes: role === 'source' ? prefixesIn(end) : [],
      isOfDeleted: false,
      remote:
        endpoint === ''
          ? undefined
          : {
              endpoint,
              accessKey: credential('accessKey'),
              secretKey: credential('secretKey'),
              sessionToken: credential('sessionToken'),
            },
    }
  })
  return { places, key: '' }
}

function prefixesIn({ prefix }: Record<string, unknown>): string[] {
  return (Array.isArray(prefix) ? prefix : [prefix]).filter((one) => typeof one === 'string' && one !== '')
}

function recordIn(value: unknown, name: string): Record<string, unknown> {
  const one = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isRecord(one) ? one : {}
}

function textIn(value: Record<string, unknown>, ...path: [string, ...string[]]): string {
  const [name, ...rest] = path
  if (rest.length > 0) return textIn(recordIn(value, name), ...(rest as [string, ...string[]]))
  const one = value[name]
  return typeof one === 'string' ? one : ''
}

function listIn(value: Record<string, unknown>, name: string): unknown[] {
  const one = value[name]
  return Array.isArray(one) ? one : []
}
