/**
 * Runs the set-up of `npm test` on a machine that has nothing but Node, and writes the outcome to the file given, in the form
 * of `npm test -- --results`: it installs every program of the tests, and a test of each one passes there.
 *
 * The machine has Debian's smallest system (see fresh-machine.ts). What the set-up installs into it is kept in the cache folder
 * until the set-up changes; everything else is in memory. It needs root on Debian; elsewhere it says so and counts as skipped.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'
import {
  HOME,
  kept,
  machineEnvironment,
  NAMESPACES,
  removeUnfinished,
  run,
  smallestSystem,
  whyNoMachine,
} from './fresh-machine.ts'
import { messageOf } from './go-programs.ts'
import { PROGRAMS, type ProgramName, programsOf } from './programs.ts'
import { failure, type ReportedTest } from './test-reports.ts'
import { ROOT } from './workspace.mjs'

const SUITE = 'setup'
const NAME = 'installs every program on a machine that has only Node, and its tests pass there'
const SUITES = ['lint', 'types', 'unit', 'server', 'faults', 'parity', 'journeys', 'coverage']

/** For each program a file whose tests run it, by the configuration that runs the file, or one test of it. */
interface User {
  project: 'unit' | 'server' | 'parity' | 'journeys'
  runs: readonly ProgramName[]
  file: string
  /** Part of the name of the only test that runs. */
  test?: string
}

const USERS: readonly User[] = [
  { project: 'server', runs: ['openssl', 'openldap'], file: 'packages/server/test/ldap-login.test.ts' },
  {
    project: 'server',
    runs: ['python', 'unzip'],
    file: 'packages/server/test/zip-writer.test.ts',
    test: 'other programs',
  },
  { project: 'server', runs: ['nginx', 'caddy', 'apache'], file: 'packages/server/test/reverse-proxies.test.ts' },
  { project: 'unit', runs: ['minisign'], file: 'scripts/release/signature.test.ts' },
  { project: 'server', runs: ['versitygw'], file: 'packages/server/test/servers/versitygw.test.ts' },
  { project: 'server', runs: ['moto'], file: 'packages/server/test/servers/iam.test.ts' },
  { project: 'server', runs: ['postgres'], file: 'packages/server/test/console-store/console-stores.test.ts' },
  { project: 'server', runs: ['prometheus'], file: 'packages/server/test/monitoring/prometheus.test.ts' },
  { project: 'parity', runs: ['mc'], file: 'parity/src/clients/mc.test.ts' },
  { project: 'parity', runs: ['boto3'], file: 'parity/src/clients/boto3.test.ts' },
  { project: 'parity', runs: ['awscli', 's5cmd', 'rclone'], file: 'parity/src/clients/daily.test.ts' },
  { project: 'parity', runs: ['restic'], file: 'parity/src/clients/restic.test.ts' },
  { project: 'parity', runs: ['minio-go'], file: 'parity/src/clients/minio-go.test.ts', test: 'testMakeBucketError' },
  {
    project: 'journeys',
    runs: ['chromium'],
    file: 'e2e/components/code-editor.spec.ts',
    test: 'a plain field replaces',
  },
]

/** What the machine has of the checkout that is written to, in memory. */
const MEMORY = '4g'

/** What installs programs, and their versions: with the rows of the programs, what the machine is made of. */
const INSTALLERS = [
  ...['cache-folder', 'chromium', 'clients', 'go-programs'].map((name) => `scripts/${name}.ts`),
  ...['versions.json', 'python/requirements.txt', 'aws-cli/requirements.txt', 'moto/requirements.txt'].map(
    (name) => `parity/src/clients/${name}`,
  ),
]

/**
 * Runs a command in the checkout on a machine of these layers, the topmost first. What it changes of them goes to `changes`,
 * which without a folder is in memory, as is what it changes of the checkout.
 */
function onMachine(layers: readonly string[], command: readonly string[], changes?: string): Promise<string> {
  const upper = changes === undefined ? '/mnt/changes' : join(changes, 'root')
  const work = changes === undefined ? '/mnt/work' : join(changes, 'work')
  const overlay = (lower: string, up: string, down: string, to: string) =>
    `mount -t overlay -o 'lowerdir=${lower},upperdir=${up},workdir=${down}' overlay '${to}'`
  const share = ([from, to]: readonly [string, string]) =>
    `mkdir -p '/mnt/machine${to}' && mount --bind '${from}' '/mnt/machine${to}'`
  const script = [
    'set -e',
    `mount -t tmpfs -o size=${MEMORY} tmpfs /mnt`,
    'mkdir -p /mnt/changes /mnt/work /mnt/checkout /mnt/checkout-work /mnt/machine',
    `mkdir -p '${upper}' '${work}'`,
    overlay(layers.join(':'), upper, work, '/mnt/machine'),
    'mount -t proc proc /mnt/machine/proc',
    'mount --rbind /dev /mnt/machine/dev',
    `mkdir -p '/mnt/machine${ROOT}'`,
    overlay(ROOT, '/mnt/checkout', '/mnt/checkout-work', `/mnt/machine${ROOT}`),
    ...shared().map(share),
    'mkdir -p /mnt/machine/usr/local/bin && ln -sf ../lib/node_modules/npm/bin/npm-cli.js /mnt/machine/usr/local/bin/npm',
    `ln -sf '${ROOT}/node_modules/.bin/node' /mnt/machine/usr/local/bin/node`,
    `cd '/mnt/machine${ROOT}'`,
    `exec chroot /mnt/machine /bin/sh -c 'cd "$0" && exec "$@"' '${ROOT}' "$@"`,
  ].join('\n')
  return run('unshare', [...NAMESPACES, '/bin/sh', '-c', script, 'machine', ...command], { env: machineEnvironment() })
}

/** Folders of this machine that the other one has too: npm, which comes with Node, and what Go has compiled before. */
function shared(): [from: string, to: string][] {
  const npm = realpathSync(spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim())
  const compiled =
    spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).stdout?.trim() || join(cacheFolder(), 'compiled-by-go')
  mkdirSync(compiled, { recursive: true })
  return [
    [dirname(dirname(npm)), '/usr/local/lib/node_modules/npm'],
    [compiled, `${HOME}/.cache/go-build`],
  ]
}

/** The machine after the set-up of `npm test`, installed anew when a program of it, or how one is installed, changes. */
function afterSetUp(system: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of INSTALLERS) hash.update(readFileSync(join(ROOT, file)))
  const rows = programsOf(SUITES).map((name) => [name, PROGRAMS[name]])
  hash.update(JSON.stringify(rows, (_, value) => (typeof value === 'function' ? String(value) : value)))
  return kept(`set-up-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    console.log('Setting up (once for this set-up, several minutes) …')
    const output = await onMachine([system], ['node', 'scripts/test.mjs', '--setup'], folder)
    if (output.includes('SKIPPED')) throw new Error(output)
  })
}

/** The command that runs tests, by configuration. */
function command({ project, file, test }: User): string[] {
  if (project !== 'journeys') {
    return [
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      ...(test === undefined ? [] : ['-t', test]),
      file,
    ]
  }
  return ['node', 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--workers=1', '-g', test ?? '', file]
}

async function check() {
  const known = new Set(USERS.flatMap(({ runs }) => runs))
  const unproved = programsOf(SUITES).filter((name) => !known.has(name))
  if (unproved.length > 0) throw new Error(`Name a test that runs ${unproved.join(', ')} in scripts/check-setup.ts.`)
  const system = await smallestSystem()
  const setUp = join(await afterSetUp(system), 'root')
  for (const user of USERS) {
    const started = Date.now()
    const output = await onMachine([setUp, system], command(user))
    // Those that `test` leaves out count as skipped.
    if (!/\b[1-9]\d* passed/.test(output) || (user.test === undefined && /\d+ skipped/.test(output)))
      throw new Error(output)
    console.log(`  ${user.runs.join(', ')}: ${user.file} passes (${((Date.now() - started) / 1000).toFixed(0)} s)`)
  }
}

const test: ReportedTest = { suite: SUITE, file: '', name: NAME, status: 'passed', why: '', seconds: 0 }
const started = Date.now()
const why = whyNoMachine()
if (why !== undefined) {
  Object.assign(test, { status: 'skipped', why })
} else {
  try {
    await check()
  } catch (error) {
    console.log(messageOf(error))
    Object.assign(test, failure(SUITE, '', NAME, messageOf(error)))
  } finally {
    removeUnfinished()
  }
}
test.seconds = (Date.now() - started) / 1000
console.log(`${test.status}  ${NAME} (${test.seconds.toFixed(1)} s) ${test.status === 'skipped' ? why : ''}`)
const count = (status: ReportedTest['status']) => (test.status === status ? 1 : 0)
const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
writeFileSync(process.argv[2] ?? '', JSON.stringify({ ...counts, tests: [test] }))
process.exitCode = counts.failed === 0 ? 0 : 1
