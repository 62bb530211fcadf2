/** The file of COOPERAGE_SERVERS: the storage servers that have consoles at one address. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getCACertificates } from 'node:tls'
import { MAX_SERVERS, SERVER_COLORS, SERVER_NAME } from '@cooperage/contract'
import { parse, YAMLParseError } from 'yaml'
import * as z from 'zod/mini'
import type { ServerEntry } from '../shared/settings.ts'

/** Says which entry is wrong, and what is valid. */
export class ServersFileError extends Error {
  override name = 'ServersFileError'
}

const KINDS = ['minio', 'rustfs', 'iam', 'garage', 's3'] as const

const ORIGIN = 'must be an http or https address without keys and path, such as https://minio.example.com:9000'
const origin = z.string(ORIGIN).check(
  z.refine((given) => {
    const url = URL.parse(given)
    return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  }, ORIGIN),
)
const text = z.string('must be a text').check(z.minLength(1, 'must not be empty'), z.maxLength(100, 'is too long'))

const entry = z.strictObject({
  name: z
    .string('must be a text')
    .check(z.regex(SERVER_NAME, 'must have 1 to 40 lower-case letters, digits and hyphens, such as berlin')),
  title: z.optional(text),
  color: z._default(z.enum(SERVER_COLORS, `must be one of ${SERVER_COLORS.join(', ')}`), 'gray'),
  url: origin,
  publicUrl: z.optional(origin),
  kind: z.optional(z.enum(KINDS, `must be one of ${KINDS.join(', ')}`)),
  iamUrl: z.optional(origin),
  garageAdminUrl: z.optional(origin),
  stsRoleArn: z.optional(text),
  stsUrl: z.optional(origin),
  caFile: z.optional(text),
  metricsTokenFile: z.optional(text),
})

const file = z.strictObject(
  {
    servers: z
      .array(entry, 'must be a list of servers')
      .check(
        z.minLength(1, 'must have a server'),
        z.maxLength(MAX_SERVERS, `must have at most ${MAX_SERVERS} servers`),
      ),
  },
  'must have a list servers',
)

/**
 * Reads the file, YAML or JSON, and the files that it names, whose paths are relative to it.
 * @throws ServersFileError
 */
export function readServersFile(path: string): ServerEntry[] {
  const parsed = z.safeParse(file, parsedFile(path))
  if (!parsed.success) throw new ServersFileError(problemOf(parsed.error.issues[0]))
  const { servers } = parsed.data
  const twice = servers.find(({ name }, at) => servers.findIndex((other) => other.name === name) < at)
  if (twice !== undefined) throw new ServersFileError(`the name ${twice.name} is given twice`)
  return servers.map((one) => entryOf(one, dirname(path)))
}

function parsedFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // Only the first line of a syntax error: the others quote the file.
    const [reason] = (error as Error).message.split('\n')
    throw new ServersFileError(
      error instanceof YAMLParseError ? `isn’t valid YAML: ${reason}` : `can’t be read: ${reason}`,
    )
  }
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  const at = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const where = at === '' ? 'the file' : at.slice(1)
  if (issue?.code === 'unrecognized_keys') return `${where} has the unknown key ${issue.keys[0]}`
  return `${where} ${issue?.message}`
}

function entryOf(one: z.infer<typeof entry>, folder: string): ServerEntry {
  const {
    name,
    title = name,
    color,
    url,
    publicUrl,
    kind,
    iamUrl,
    garageAdminUrl,
    stsRoleArn,
    stsUrl,
    caFile,
    metricsTokenFile,
  } = one
  const read = (path: string, key: string): string => {
    try {
      return readFileSync(resolve(folder, path), 'utf8').trim()
    } catch (error) {
      throw new ServersFileError(`${key} of ${name} can’t be read: ${(error as Error).message}`)
    }
  }
  const token = metricsTokenFile === undefined ? undefined : read(metricsTokenFile, 'metricsTokenFile')
  return {
    name,
    title,
    color,
    storageUrl: new URL(url),
    ...(publicUrl !== undefined && { storagePublicUrl: new URL(publicUrl) }),
    ...(kind !== undefined && { storageKind: kind }),
    ...(iamUrl !== undefined && { iamUrl: new URL(iamUrl) }),
    ...(garageAdminUrl !== undefined && { garageAdminUrl: new URL(garageAdminUrl) }),
    ...(stsRoleArn !== undefined && {
      stsRole: { arn: stsRoleArn, ...(stsUrl !== undefined && { url: new URL(stsUrl) }) },
    }),
    ...(caFile !== undefined && { storageCa: [...getCACertificates('default'), read(caFile, 'caFile')] }),
    ...(token !== undefined && { metrics: { scrapeToken: async () => token } }),
  }
}
