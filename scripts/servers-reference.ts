/** The page about which features work with which storage servers, made of what the tests saw. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './workspace.mjs'

const SUPPORT = join(ROOT, 'packages', 'server', 'test', 'servers', 'support')

/** In the order of the columns. */
const SERVERS: readonly (readonly [file: string, name: string])[] = [
  ['engine', 'Embedded engine'],
  ['minio', 'MinIO'],
  ['rustfs', 'RustFS'],
  ['moto', 'moto'],
  ['versitygw', 'versitygw'],
  ['seaweedfs', 'SeaweedFS'],
  ['garage', 'Garage'],
]

/** docs/reference/servers.md. */
export function serversReference(): string {
  const columns = SERVERS.map(([file]) => JSON.parse(readFileSync(join(SUPPORT, `${file}.json`), 'utf8')))
  const rows = Object.keys(columns[0]).map(
    (feature) => `| ${feature} | ${columns.map((one) => cell(one[feature])).join(' | ')} |`,
  )
  return `${[
    '# Storage servers',
    '<!-- Written by `npm run reference` from packages/server/test/servers/support, which the tests write. -->',
    'What of the console works with which storage server, as the tests see it: they call the console in front of each server. What a server doesn’t have is refused by the console with the reason, and nothing is sent.',
    [
      `| Feature | ${SERVERS.map(([, name]) => name).join(' | ')} |`,
      `|---|${SERVERS.map(() => '---|').join('')}`,
      ...rows,
    ].join('\n'),
    'MinIO is started without key management and has CORS rules for the whole server only. RustFS 1.0.1 runs in `npm run test:long` only; a replay, which answers admin calls as its source does and is the embedded engine otherwise, has to give the same results in every run. moto imitates S3 and IAM of AWS, for tests: what it can’t do, such as documents that nobody can read, says nothing about AWS. SeaweedFS was tried with an administrator of its configuration file, whose access keys its IAM doesn’t list. Garage was tried with an admin token; with an access key it has what S3 has, without quotas and access keys. Any other S3 server without an admin API has what versitygw has, as far as it implements the S3 calls; [Other storage servers](../guide/storage-servers.md) explains how the console recognizes servers, and what it keeps.',
  ].join('\n\n')}\n`
}

function cell(outcome: string): string {
  return { yes: '✓', no: '–' }[outcome] ?? `\`${outcome}\``
}
