/**
 * The brokers that receive notifications in tests, Prometheus, which scrapes metrics, OpenLDAP, whose users sign in, and
 * Azurite, which holds a tier: where their programs are, and their installation from Debian's packages.
 * `node scripts/brokers.mjs postgres redis` installs some of them, without names all. Debian has no NSQ, which Go builds, no
 * Kafka, which Maven fetches, and no Azurite, which npm fetches.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { azuriteFolder, ensureAzurite } from './azurite.mjs'
import { ensureGoProgram, goProgramPath } from './go-programs.mjs'
import { ensureKafka, kafkaFolder } from './kafka.mjs'

/**
 * The programs of each kind of notification target, the packages that contain them, and for what has no package: the folders
 * that have to exist, and how to build or fetch it, which returns what went wrong.
 */
const BROKERS = {
  amqp: { programs: ['epmd', 'rabbitmq-server', 'amqp-consume'], packages: ['rabbitmq-server', 'amqp-tools'] },
  azurite: { folders: [azuriteFolder()], prepare: ensureAzurite },
  // The testkit responds to its calls.
  elasticsearch: {},
  kafka: {
    programs: ['java', 'mvn', 'kcat'],
    packages: ['default-jre-headless', 'maven', 'kcat'],
    folders: [kafkaFolder()],
    prepare: ensureKafka,
  },
  mqtt: { programs: ['mosquitto', 'mosquitto_sub'], packages: ['mosquitto', 'mosquitto-clients'] },
  mysql: { programs: ['mariadb-install-db', 'mariadbd', 'mariadb'], packages: ['mariadb-server'] },
  nats: { programs: ['nats-server'], packages: ['nats-server'] },
  nsq: {
    programs: ['nsqd', 'nsq_tail'],
    prepare: () => ['nsqd', 'nsq_tail'].map((program) => ensureGoProgram(program).missing ?? '').join(''),
  },
  openldap: { programs: ['slapd', 'slapadd'], packages: ['slapd'] },
  postgres: { programs: ['initdb', 'postgres', 'psql'], packages: ['postgresql'] },
  prometheus: { programs: ['prometheus'], packages: ['prometheus'] },
  redis: { programs: ['redis-server', 'redis-cli'], packages: ['redis-server'] },
}

const POSTGRES = '/usr/lib/postgresql'

/** Where Debian keeps programs, most of which it does not have in an ordinary user's PATH. */
function folders() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one)) : []
  return [
    // Before PATH, which has a psql that looks for the system's own databases.
    ...versions.map((version) => join(POSTGRES, version, 'bin')),
    // Likewise: its rabbitmq-server starts the system's own broker, and only as root.
    '/usr/lib/rabbitmq/bin',
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ]
}

/** Path of a broker's program; undefined where it isn't installed. */
export function findBrokerProgram(program) {
  const paths = [...folders().map((folder) => join(folder, program)), goProgramPath(program)]
  return paths.find((path) => existsSync(path))
}

/** Why a broker can't be started and how to install it; undefined if it can. */
export function missingBroker(kind) {
  const { programs = [], packages = [], folders = [] } = BROKERS[kind]
  const missing = [
    ...programs.filter((program) => findBrokerProgram(program) === undefined),
    ...folders.filter((folder) => !existsSync(folder)),
  ]
  if (missing.length === 0) return undefined
  const debian = packages.length === 0 ? '' : ` It installs Debian's packages as root: ${packages.join(' ')}.`
  return `${kind} needs ${missing.join(', ')}: node scripts/brokers.mjs ${kind}.${debian}`
}

/** Installs those that are missing, where root can do so on Debian. Returns for each that is still missing what to do. */
export function ensureBrokers(kinds = Object.keys(BROKERS)) {
  const missing = kinds.filter((kind) => missingBroker(kind) !== undefined)
  const failures = []
  const packages = missing.flatMap((kind) => BROKERS[kind].packages ?? [])
  if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${packages.join(', ')} with apt-get …`)
    const failure = withoutStartingServices(() => install(packages))
    if (failure !== '') failures.push(`apt-get failed:\n${failure}`)
  }
  for (const kind of missing) {
    const failure = BROKERS[kind].prepare?.() ?? ''
    if (failure !== '') failures.push(failure)
  }
  return [...failures, ...missing.map(missingBroker).filter((one) => one !== undefined)]
}

/** What apt-get reported when it failed; '' otherwise. */
function install(packages) {
  const aptGet = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', maxBuffer: 64 << 20 })
    return status === 0 ? '' : `${stdout}${stderr}`
  }
  return aptGet('update') || aptGet('install', '--yes', '--no-install-recommends', ...packages)
}

/** Debian starts a service when its package is installed, unless this program forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

function withoutStartingServices(act) {
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return act()
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const kinds = process.argv.slice(2)
  const unknown = kinds.find((kind) => !Object.hasOwn(BROKERS, kind))
  if (unknown !== undefined) {
    console.error(`There is no broker "${unknown}"; the brokers are ${Object.keys(BROKERS).join(', ')}.`)
    process.exit(2)
  }
  for (const missing of ensureBrokers(kinds.length === 0 ? undefined : kinds)) {
    console.log(`!!!!  SKIPPED: ${missing}`)
    process.exitCode = 1
  }
}
