import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { SNIPPETS } from './snippets.ts'

const ENDPOINT = 'https://storage.example:9000'
const HOSTILE = [
  'plain/Key+1=',
  `it's "quoted" \`id\``,
  '$(touch /tmp/x) $' + '{HOME} $HOME',
  '\\n\\ \\\\',
  '; rm -rf ~ #',
  '-starts-with-a-dash',
  '%(x)s %PATH% !!',
  'ünï 🔑 \u202egnp',
  ' outer space ',
  'line\nbreak\ttab',
  '*?[a-z]',
]

/** The words that a shell makes of a command. */
function words(command: string): string[] {
  const script = `set -f; set -- ${command}\nfor word do printf '%s\\0' "$word"; done`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe.each(HOSTILE)('the key %j', (key) => {
  const values = { endpoint: ENDPOINT, accessKey: key, secretKey: `${key}!` }

  test('is one word for mc', () => {
    const dashes = key.startsWith('-') ? ['--'] : []
    expect(words(SNIPPETS.mc(values) ?? '')).toEqual([
      'mc',
      'alias',
      'set',
      ...dashes,
      'cooperage',
      ENDPOINT,
      key,
      `${key}!`,
    ])
  })

  test('is one word for rclone', () => {
    expect(words(SNIPPETS.rclone(values) ?? '').slice(-3)).toEqual([
      `endpoint=${ENDPOINT}`,
      `access_key_id=${key}`,
      `secret_access_key=${key}!`,
    ])
  })

  test('is a value of the environment', () => {
    const script = `${SNIPPETS.env(values)}\nprintf '%s\\0' "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY" "$AWS_ENDPOINT_URL"`
    const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
    expect(read).toEqual([key, `${key}!`, ENDPOINT])
  })

  test('is a string of Python', () => {
    const text = SNIPPETS.boto3(values) ?? ''
    const literal = /aws_secret_access_key=(".*"),$/m.exec(text)?.[1] ?? ''
    // Every escape of JSON means the same in Python.
    expect(JSON.parse(literal)).toBe(`${key}!`)
    expect(text.split('\n')).toHaveLength(9)
  })

  test('is a line of the AWS credentials, or is refused', () => {
    const isPossible = key.trim() === key && !key.includes('\n')
    const lines = SNIPPETS.aws(values)?.split('\n')
    expect(lines).toEqual(
      isPossible
        ? [
            '[cooperage]',
            `aws_access_key_id = ${key}`,
            `aws_secret_access_key = ${key}!`,
            `endpoint_url = ${ENDPOINT}`,
            'region = us-east-1',
          ]
        : undefined,
    )
  })
})

test('generated keys need no quotes', () => {
  const values = { endpoint: ENDPOINT, accessKey: 'AKIA0123456789ABCDEF', secretKey: 'abc/DEF+ghi=' }
  expect(SNIPPETS.env(values)).toBe(
    [
      'AWS_ACCESS_KEY_ID=AKIA0123456789ABCDEF',
      'AWS_SECRET_ACCESS_KEY=abc/DEF+ghi=',
      `AWS_ENDPOINT_URL=${ENDPOINT}`,
      'AWS_REGION=us-east-1',
    ].join('\n'),
  )
})
