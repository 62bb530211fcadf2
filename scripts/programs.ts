/**
 * Every program that the tests run besides Node and what each Debian has: which suites run it, where it is, and how it is
 * installed. `npm test` installs those of its suites, `npm run programs mc postgres` some of them, without names
 * all. Programs come from Debian's packages, which root installs, and into the cache folder, where anybody can, from the
 * registries of Go, Rust, Python, Maven and npm. A test that a missing program prevents is skipped with a message.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { azuriteFolder, ensureAzurite } from './azurite.ts'
import { findChromium, HEADLESS_SHELL } from './chromium.ts'
import { clientFolder, ensureClient, whyPythonIsUnfit } from './clients.ts'
import { ensureGarage, garagePath } from './garage.ts'
import { ensureGo, ensureGoProgram, goProgramPath, whyGoIsUnfit } from './go-programs.ts'
import { ensureKafka, kafkaFolder } from './kafka.ts'
import { ensureRustfs, rustfsPath } from './rustfs.ts'

export type BrokerKind =
  | 'amqp'
  | 'azurite'
  | 'elasticsearch'
  | 'kafka'
  | 'mqtt'
  | 'mysql'
  | 'nats'
  | 'nsq'
  | 'openldap'
  | 'postgres'
  | 'prometheus'
  | 'redis'

export type ProgramName =
  | BrokerKind
  | Parameters<typeof clientFolder>[0]
  | 'apache'
  | 'caddy'
  | 'chromium'
  | 'console'
  | 'garage'
  | 'go'
  | 'helm'
  | 'kube-rig'
  | 'kustomize'
  | 'mc'
  | 'minio'
  | 'minio-other'
  | 'minisign'
  | 'nginx'
  | 'nsqd'
  | 'openssl'
  | 'python'
  | 'rustfs'
  | 'service-monitor'
  | 'unzip'
  | 'versitygw'
  | 'weed'

export interface Program {
  /** Those of `npm test` that run it. */
  suites: readonly string[]
  /** Only against MinIO, or only in `npm run test:long`. */
  runs?: 'minio' | 'long'
  /** Others that it can't run without. */
  needs?: readonly ProgramName[]
  /** One that it can't be installed without. */
  builtWith?: 'go'
  /** What has to be found. */
  programs?: readonly string[]
  /** Debian's packages of it, `a|b` for the first that there is. */
  packages?: readonly string[]
  /** What has to exist. */
  files?: readonly string[]
  /** Why what is found doesn't do. */
  unfit?: () => string | undefined
  /** A file of Debian's packages without which it runs, but slower. */
  better?: string
  /** Installs what has no package, after the packages, and returns what went wrong. */
  install?: () => string
}

const ofGo = (name: string, suites: readonly string[], runs?: Program['runs']): Program => ({
  suites,
  ...(runs && { runs }),
  builtWith: 'go',
  files: [goProgramPath(name)],
  install: () => ensureGoProgram(name),
})

const client = (
  name: Parameters<typeof clientFolder>[0],
  requirement: Pick<Program, 'builtWith' | 'needs'>,
): Program => ({
  suites: ['parity'],
  ...requirement,
  files: [clientFolder(name)],
  install: () => ensureClient(name),
})

export const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
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
  versitygw: ofGo('versitygw', ['server', 'journeys']),
  weed: ofGo('weed', ['clusters', 'journeys'], 'long'),
  garage: {
    suites: ['clusters', 'journeys'],
    runs: 'long',
    packages: ['cargo', 'pkg-config'],
    files: [garagePath()],
    install: ensureGarage,
  },
  rustfs: {
    suites: ['clusters'],
    runs: 'long',
    packages: ['cargo', 'pkg-config', 'cmake', 'protobuf-compiler'],
    files: [rustfsPath()],
    install: ensureRustfs,
  },
  // S3 and IAM as AWS has them.
  moto: { ...client('moto', { needs: ['python'] }), suites: ['server'] },
  prometheus: { suites: ['server'], programs: ['prometheus'], packages: ['prometheus'] },
  nginx: { suites: ['server'], programs: ['nginx'], packages: ['nginx-light'] },
  caddy: { suites: ['server'], programs: ['caddy'], packages: ['caddy'] },
  apache: { suites: ['server'], programs: ['apache2'], packages: ['apache2-bin'] },
  // It signs releases.
  minisign: { suites: ['unit'], programs: ['minisign'], packages: ['minisign'] },

  // MinIO and the brokers that it delivers events to.
  minio: ofGo('minio', ['server', 'parity', 'journeys', 'clusters'], 'minio'),
  // Nodes of two versions are tested with both.
  'minio-other': ofGo('minio-other', ['clusters'], 'minio'),
  // Only the benchmark runs it.
  console: ofGo('console', []),
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
  'service-monitor': ofGo('service-monitor', ['parity'], 'long'),
}

function programNames(): ProgramName[] {
  return Object.keys(PROGRAMS) as ProgramName[]
}

/** Names of the programs that these suites run, on MinIO and in a long run too if asked for. */
export function programsOf(suites: readonly string[], { minio = false, long = false } = {}): ProgramName[] {
  const isRun = (runs: Program['runs']) => runs === undefined || long || (runs === 'minio' && minio)
  return programNames().filter((name) => {
    const { suites: own, runs } = PROGRAMS[name]
    return isRun(runs) && own.some((suite) => suites.includes(suite))
  })
}

const POSTGRES = '/usr/lib/postgresql'

/** Where Debian keeps programs, most of which it does not have in an ordinary user's PATH. */
function folders(): string[] {
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
export function findExecutable(program: string): string | undefined {
  const name = process.platform === 'win32' ? `${program}.exe` : program
  const paths = [...folders().map((folder) => join(folder, name)), goProgramPath(program)]
  return paths.find((path) => existsSync(path))
}

/** Why a program of the table can't be run and how to install it; undefined if it can. */
export function missingProgram(name: ProgramName): string | undefined {
  const { programs = [], packages = [], files = [], needs = [], unfit } = PROGRAMS[name]
  const absent = [
    ...programs.filter((program) => findExecutable(program) === undefined),
    ...files.filter((file) => !existsSync(file)),
  ]
  const why = absent.length > 0 ? `${name} needs ${absent.join(', ')}.` : unfit?.()
  if (why === undefined) return needs.map(missingProgram).find((one) => one !== undefined)
  const debian = packages.length === 0 ? '' : ` As root on Debian, it installs ${packages.join(' ')}.`
  return `${why} Run: npm run programs ${name}.${debian}`
}

/** Whether Debian's packages would make this program better than it is on this machine. */
export function isImprovable({ better }: Pick<Program, 'better'>, system = readIfThere('/etc/os-release')) {
  return better !== undefined && !existsSync(better) && /^ID=debian$/m.test(system)
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Those of these that are missing or improvable, after what is missing to install and run them. */
function missingOf(names: readonly ProgramName[]): ProgramName[] {
  const missing = names.filter((name) => missingProgram(name) !== undefined || isImprovable(PROGRAMS[name]))
  const before = ({ needs = [], builtWith }: Program): ProgramName[] => [
    ...needs,
    ...(builtWith === undefined ? [] : [builtWith]),
  ]
  return [...new Set(missing.flatMap((name) => [...missingOf(before(PROGRAMS[name])), name]))]
}

/** Installs those that are missing. Returns those that are missing still, with the reason and what to do. */
export function ensurePrograms(names = programNames()): { name: ProgramName; why: string }[] {
  const missing = missingOf(names)
  const reasons = installPackages(missing)
  for (const name of missing) {
    const reason = PROGRAMS[name].install?.() ?? ''
    if (reason !== '') reasons.set(name, reason)
  }
  return missing.flatMap((name) => {
    const why = missingProgram(name)
    const reason = reasons.get(name)
    if (why === undefined) return []
    return [{ name, why: reason === undefined ? why : `${why} ${reason}` }]
  })
}

/** Has root install the Debian packages of these programs; what went wrong, by program. */
function installPackages(names: readonly ProgramName[]): Map<ProgramName, string> {
  const reasons = new Map<ProgramName, string>()
  const concerned = names.flatMap((name) => {
    const { packages } = PROGRAMS[name]
    return packages === undefined ? [] : [{ name, packages }]
  })
  if (concerned.length === 0) return reasons
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    for (const { name } of concerned) reasons.set(name, 'Only root can install packages, and only on Debian.')
    return reasons
  }
  const all = concerned.flatMap(({ packages }) => packages)
  console.log(`Installing ${all.join(', ')} with apt-get …`)
  withoutStartingServices(() => {
    const problem = aptGet('update')
    if (problem !== '') {
      for (const { name } of concerned) reasons.set(name, problem)
      return
    }
    if (install(all) === '') return
    // One that can't be installed must not keep the others away.
    for (const { name, packages } of concerned) {
      const failure = install(packages)
      if (failure !== '') reasons.set(name, failure)
    }
  })
  return reasons
}

/** What apt-get reported when it failed; '' otherwise. */
function aptGet(...args: string[]): string {
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

function install(packages: readonly string[]): string {
  const isThere = (name: string) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
  const chosen = packages.map((choice) => {
    const choices = choice.split('|')
    return choices.length === 1 ? choice : (choices.find(isThere) ?? choices[0] ?? choice)
  })
  return aptGet('install', '--yes', '--no-install-recommends', ...chosen)
}

/** Debian starts a service when its package is installed, unless this program forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

function withoutStartingServices(act: () => void): void {
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    act()
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

if (import.meta.main) {
  const names = process.argv.slice(2)
  const isProgram = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name)
  const unknown = names.find((name) => !isProgram(name))
  if (unknown !== undefined) {
    console.error(`No test runs "${unknown}"; the programs are ${Object.keys(PROGRAMS).join(', ')}.`)
    process.exit(2)
  }
  for (const { name, why } of ensurePrograms(names.length === 0 ? undefined : names.filter(isProgram))) {
    console.log(`!!!!  SKIPPED: everything that needs ${name}. ${why}`)
    process.exitCode = 1
  }
}
