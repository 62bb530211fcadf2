/**
 * Every program that the tests run besides Node and what each Debian has: which suites run it, where it is, and how it is
 * installed. `npm test` installs those of its suites, `node scripts/programs.mjs mc postgres` some of them, without names
 * all. Programs come from Debian's packages, which root installs, and into the cache folder, where anybody can, from the
 * registries of Go, Python, Maven and npm. A test that a missing program prevents is skipped with a message.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { azuriteFolder, ensureAzurite } from './azurite.mjs'
import { findChromium, HEADLESS_SHELL } from './chromium.mjs'
import { clientFolder, ensureClient, whyPythonIsUnfit } from './clients.mjs'
import { ensureGo, ensureGoProgram, goProgramPath, whyGoIsUnfit } from './go-programs.mjs'
import { ensureKafka, kafkaFolder } from './kafka.mjs'

const ofGo = (name, suites, runs) => ({
  suites,
  runs,
  builtWith: 'go',
  files: [goProgramPath(name)],
  install: () => ensureGoProgram(name),
})

const client = (name, requirement) => ({
  suites: ['parity'],
  ...requirement,
  files: [clientFolder(name)],
  install: () => ensureClient(name),
})

/**
 * `suites`: those of `npm test` that run it. `runs`: only against MinIO, or only in `npm run test:long`.
 * `needs`: others that it can't run without, `builtWith`: one that it can't be installed without.
 * `programs`: what has to be found, `packages`: Debian's packages of it, `a|b` for the first that there is.
 * `files`: what has to exist, `unfit`: why what is found doesn't do, `better`: a file of Debian's packages without which
 * it runs, but slower.
 * `install`: installs what has no package, after the packages, and returns what went wrong.
 */
export const PROGRAMS = {
  // Tools.
  go: {
    suites: [],
    packages: ['golang-go', 'ca-certificates'],
    unfit: whyGoIsUnfit,
    install: ensureGo,
  },
  openssl: { suites: ['server', 'parity', 'journeys'], programs: ['openssl'], packages: ['openssl'] },
  python: {
    suites: ['server', 'journeys'],
    packages: ['python3', 'python3-pip'],
    unfit: whyPythonIsUnfit,
  },
  unzip: { suites: ['server', 'journeys'], programs: ['unzip'], packages: ['unzip'] },
  chromium: {
    suites: ['journeys'],
    // Ubuntu has no package of the headless shell.
    packages: ['chromium-headless-shell|chromium', 'fonts-dejavu-core'],
    unfit: () => (findChromium() === undefined ? "Chromium wasn't found. COOPERAGE_CHROMIUM can name it." : undefined),
    // Whoever has a Chromium with a window would wait twice as long for the journeys.
    better: HEADLESS_SHELL,
  },

  // Clients.
  mc: ofGo('mc', ['server', 'parity', 'journeys']),
  'minio-go': client('minio-go', { builtWith: 'go' }),
  boto3: client('boto3', { needs: ['python'] }),
  awscli: client('awscli', { needs: ['python'] }),
  s5cmd: client('s5cmd', { builtWith: 'go' }),
  rclone: client('rclone', { builtWith: 'go' }),
  restic: client('restic', { builtWith: 'go' }),

  // Servers beside the storage server.
  openldap: {
    suites: ['server', 'parity', 'journeys'],
    needs: ['openssl'],
    programs: ['slapd', 'slapadd'],
    packages: ['slapd'],
  },
  postgres: {
    suites: ['server', 'parity', 'journeys'],
    programs: ['initdb', 'postgres', 'psql'],
    packages: ['postgresql'],
  },
  prometheus: { suites: ['server'], runs: 'minio', programs: ['prometheus'], packages: ['prometheus'] },

  // MinIO and the brokers that it delivers events to.
  minio: ofGo('minio', ['server', 'parity', 'journeys'], 'minio'),
  // The testkit responds to its calls.
  elasticsearch: { suites: [] },
  mqtt: {
    suites: ['parity'],
    runs: 'minio',
    programs: ['mosquitto', 'mosquitto_sub'],
    packages: ['mosquitto', 'mosquitto-clients'],
  },
  redis: { suites: ['parity'], runs: 'minio', programs: ['redis-server', 'redis-cli'], packages: ['redis-server'] },
  amqp: {
    suites: ['parity'],
    runs: 'long',
    programs: ['epmd', 'rabbitmq-server', 'amqp-consume'],
    packages: ['rabbitmq-server', 'amqp-tools'],
  },
  azurite: { suites: ['parity'], runs: 'long', files: [azuriteFolder()], install: ensureAzurite },
  kafka: {
    suites: ['parity'],
    runs: 'long',
    programs: ['java', 'mvn', 'kcat'],
    packages: ['default-jre-headless', 'maven', 'kcat'],
    files: [kafkaFolder()],
    install: ensureKafka,
  },
  mysql: {
    suites: ['parity'],
    runs: 'long',
    programs: ['mariadb-install-db', 'mariadbd', 'mariadb'],
    packages: ['mariadb-server'],
  },
  nats: { suites: ['parity'], runs: 'long', programs: ['nats-server'], packages: ['nats-server'] },
  nsqd: ofGo('nsqd', ['parity'], 'long'),
  nsq: { ...ofGo('nsq_tail', ['parity'], 'long'), needs: ['nsqd'] },

  // Kubernetes.
  'kube-rig': ofGo('kube-rig', ['parity', 'journeys'], 'long'),
  kustomize: ofGo('kustomize', ['parity'], 'long'),
  helm: ofGo('helm', ['parity'], 'long'),
}

/** Names of the programs that these suites run, on MinIO and in a long run too if asked for. */
export function programsOf(suites, { minio = false, long = false } = {}) {
  const isRun = (runs) => runs === undefined || long || (runs === 'minio' && minio)
  return Object.keys(PROGRAMS).filter((name) => {
    const { suites: own, runs } = PROGRAMS[name]
    return isRun(runs) && own.some((suite) => suites.includes(suite))
  })
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

/** Path of a program; undefined where it isn't installed. */
export function findExecutable(program) {
  const name = process.platform === 'win32' ? `${program}.exe` : program
  const paths = [...folders().map((folder) => join(folder, name)), goProgramPath(program)]
  return paths.find((path) => existsSync(path))
}

/** Why a program of the table can't be run and how to install it; undefined if it can. */
export function missingProgram(name) {
  const { programs = [], packages = [], files = [], needs = [], unfit } = PROGRAMS[name]
  const absent = [
    ...programs.filter((program) => findExecutable(program) === undefined),
    ...files.filter((file) => !existsSync(file)),
  ]
  const why = absent.length > 0 ? `${name} needs ${absent.join(', ')}.` : unfit?.()
  if (why === undefined) return needs.map(missingProgram).find((one) => one !== undefined)
  const debian = packages.length === 0 ? '' : ` As root on Debian, it installs ${packages.join(' ')}.`
  return `${why} Run: node scripts/programs.mjs ${name}.${debian}`
}

/** Whether Debian's packages would make this program better than it is on this machine. */
export function isImprovable({ better }, system = readIfThere('/etc/os-release')) {
  return better !== undefined && !existsSync(better) && /^ID=debian$/m.test(system)
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Those of these that are missing or improvable, after what is missing to install and run them. */
function missingOf(names) {
  const missing = names.filter((name) => missingProgram(name) !== undefined || isImprovable(PROGRAMS[name]))
  const before = ({ needs = [], builtWith }) => [...needs, ...(builtWith === undefined ? [] : [builtWith])]
  return [...new Set(missing.flatMap((name) => [...missingOf(before(PROGRAMS[name])), name]))]
}

/** Installs those that are missing. Returns those that are missing still, with the reason and what to do. */
export function ensurePrograms(names = Object.keys(PROGRAMS)) {
  const missing = missingOf(names)
  const reasons = installPackages(missing)
  for (const name of missing) {
    const reason = PROGRAMS[name].install?.() ?? ''
    if (reason !== '') reasons.set(name, reason)
  }
  return missing
    .map((name) => ({ name, why: missingProgram(name), reason: reasons.get(name) }))
    .filter(({ why }) => why !== undefined)
    .map(({ name, why, reason }) => ({ name, why: reason === undefined ? why : `${why} ${reason}` }))
}

/** Has root install the Debian packages of these programs; what went wrong, by program. */
function installPackages(names) {
  const reasons = new Map()
  const concerned = names.filter((name) => PROGRAMS[name].packages !== undefined)
  if (concerned.length === 0) return reasons
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    for (const name of concerned) reasons.set(name, 'Only root can install packages, and only on Debian.')
    return reasons
  }
  const packages = concerned.flatMap((name) => PROGRAMS[name].packages)
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  withoutStartingServices(() => {
    const problem = aptGet('update')
    if (problem !== '') return concerned.map((name) => reasons.set(name, problem))
    if (install(packages) === '') return
    // One that can't be installed must not keep the others away.
    for (const name of concerned) {
      const failure = install(PROGRAMS[name].packages)
      if (failure !== '') reasons.set(name, failure)
    }
  })
  return reasons
}

/** What apt-get reported when it failed; '' otherwise. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another apt-get may be running.
  const options = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3']
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return status === 0 ? '' : `apt-get failed:\n${stdout}${stderr}`
}

function install(packages) {
  const isThere = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
  const chosen = packages.map((choice) => {
    const choices = choice.split('|')
    return choices.length === 1 ? choice : (choices.find(isThere) ?? choices[0])
  })
  return aptGet('install', '--yes', '--no-install-recommends', ...chosen)
}

/** Debian starts a service when its package is installed, unless this program forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

function withoutStartingServices(act) {
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    act()
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !Object.hasOwn(PROGRAMS, name))
  if (unknown !== undefined) {
    console.error(`No test runs "${unknown}"; the programs are ${Object.keys(PROGRAMS).join(', ')}.`)
    process.exit(2)
  }
  for (const { name, why } of ensurePrograms(names.length === 0 ? undefined : names)) {
    console.log(`!!!!  SKIPPED: everything that needs ${name}. ${why}`)
    process.exitCode = 1
  }
}
