/** Ready-made settings for common clients. Values can contain any character, so each is quoted for its place. */
import { shellWord } from '../shared/client-setup.ts'

interface SnippetValues {
  /** `https://storage.example:9000`. */
  endpoint: string
  accessKey: string
  secretKey: string
}

export const SNIPPET_IDS = ['mc', 'aws', 'boto3', 'rclone', 'env'] as const
export type SnippetId = (typeof SNIPPET_IDS)[number]

/** Name of the alias, profile or remote in the snippets. */
const NAME = 'cooperage'

/** Storage servers ignore the region unless one is configured; clients insist on one. */
const REGION = 'us-east-1'

/** Undefined if the format can't represent the values. */
export const SNIPPETS: Record<SnippetId, (values: SnippetValues) => string | undefined> = {
  mc: ({ endpoint, accessKey, secretKey }) => {
    // Without the dashes mc reads a key that begins with one as an option.
    const end = [accessKey, secretKey].some((key) => key.startsWith('-')) ? '-- ' : ''
    return `mc alias set ${end}${NAME} ${shellWord(endpoint)} ${shellWord(accessKey)} ${shellWord(secretKey)}`
  },

  aws: ({ endpoint, accessKey, secretKey }) =>
    iniSection(NAME, {
      aws_access_key_id: accessKey,
      aws_secret_access_key: secretKey,
      endpoint_url: endpoint,
      region: REGION,
    }),

  boto3: ({ endpoint, accessKey, secretKey }) =>
    [
      'import boto3',
      '',
      's3 = boto3.client(',
      '    "s3",',
      `    endpoint_url=${python(endpoint)},`,
      `    aws_access_key_id=${python(accessKey)},`,
      `    aws_secret_access_key=${python(secretKey)},`,
      `    region_name=${python(REGION)},`,
      ')',
    ].join('\n'),

  rclone: ({ endpoint, accessKey, secretKey }) =>
    [
      `rclone config create ${NAME} s3 provider=Minio`,
      shellWord(`endpoint=${endpoint}`),
      shellWord(`access_key_id=${accessKey}`),
      shellWord(`secret_access_key=${secretKey}`),
    ].join(' \\\n  '),

  env: ({ endpoint, accessKey, secretKey }) =>
    [
      `AWS_ACCESS_KEY_ID=${shellWord(accessKey)}`,
      `AWS_SECRET_ACCESS_KEY=${shellWord(secretKey)}`,
      `AWS_ENDPOINT_URL=${shellWord(endpoint)}`,
      `AWS_REGION=${REGION}`,
    ].join('\n'),
}

/** JSON's strings are strings of Python as well, with the same escapes. */
function python(text: string): string {
  return JSON.stringify(text)
}

/** The AWS tools read values as they are, without quotes and comments, but trim them and end them at a line break. */
function iniSection(name: string, fields: Record<string, string>): string | undefined {
  const values = Object.values(fields)
  if (values.some((value) => value.trim() !== value || value === '' || /[\r\n]/.test(value))) return undefined
  return [`[${name}]`, ...Object.entries(fields).map(([field, value]) => `${field} = ${value}`)].join('\n')
}
