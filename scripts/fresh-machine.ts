/**
 * Machines that have nothing but Debian's smallest system, for what has to be installed as on a stranger's: a root file system in
 * a mount namespace of its own. The system is kept in the cache folder; what is changed on it ends with the processes, however
 * they end. They need root on Debian.
 */
import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'

const MACHINES = join(cacheFolder(), 'fresh-machines')
/** The home folder of root on such a machine. */
export const HOME = '/root'
/** After that long without use, a machine is deleted. */
const KEPT_MS = 3 * 24 * 3600 * 1000

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.kill('SIGKILL')
    removeUnfinished()
    process.exit(130)
  })
}

/** Runs a command and returns what it wrote. @throws Error with that if it fails */
export function run(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptionsWithoutStdio, 'env'> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    running = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`))
    })
  })
}

/** Why there can be no such machine here; undefined if there can. */
export function whyNoMachine(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Only root on Linux can do that.'
  if (!existsSync('/usr/bin/apt-get') || !release().VERSION_CODENAME) return 'Only Debian has what it is made of.'
  const probe =
    'mount -t tmpfs tmpfs /mnt && mkdir /mnt/a /mnt/b /mnt/c && mount -t overlay -o lowerdir=/etc,upperdir=/mnt/a,workdir=/mnt/b overlay /mnt/c'
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', probe], { encoding: 'utf8' })
  return status === 0 ? undefined : `No file system can be mounted here: ${stderr}`
}

function release(): Record<string, string> {
  const lines = readFileSync('/etc/os-release', 'utf8').split('\n')
  return Object.fromEntries(lines.map((line) => line.replaceAll('"', '').split('=')))
}

/** What programs read to reach a registry; nothing else of this environment is known in the machine. */
const REGISTRY_VARIABLE =
  /^(.*_proxy|npm_config_.*|PIP_.*|GO(PROXY|SUMDB|NOSUMDB|PRIVATE|NOPROXY|FLAGS|INSECURE)|.*(CERT|CA)(S|_FILE|_DIR|_BUNDLE|_CERTS|INFO)?)$/i

/** The environment of a program in such a machine. */
export const machineEnvironment = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => REGISTRY_VARIABLE.test(name))),
  PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME,
  CI: 'true',
  NO_COLOR: '1',
})

/** With the first process everything ends: its processes, its mounts and what is in memory. */
export const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--propagation', 'private']

/** A folder of a kept machine that isn't complete yet, by the process that fills it. */
const unfinished = (pid: number) => join(MACHINES, `new-${pid}`)

/** Removes what an ended process left, its own folder included. */
export function removeUnfinished(): void {
  if (!existsSync(MACHINES)) return
  for (const name of readdirSync(MACHINES)) {
    const pid = Number(/^new-(\d+)$/.exec(name)?.[1])
    const isAlive = pid !== process.pid && existsSync(`/proc/${pid}`)
    if (pid && !isAlive) rmSync(join(MACHINES, name), { recursive: true, force: true })
  }
}

function removeUnused(): void {
  mkdirSync(MACHINES, { recursive: true })
  for (const name of readdirSync(MACHINES)) {
    const path = join(MACHINES, name)
    if (!name.startsWith('new-') && Date.now() - statSync(path).mtimeMs > KEPT_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

/** A folder that is filled once, all or nothing, and kept as long as it's used. */
export async function kept(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const path = join(MACHINES, name)
  if (!existsSync(path)) {
    const fresh = unfinished(process.pid)
    mkdirSync(fresh, { recursive: true })
    await fill(fresh)
    // Unless another run was faster.
    if (!existsSync(path)) renameSync(fresh, path)
  }
  utimesSync(path, new Date(), new Date())
  return path
}

/** Debian's smallest system, from where this machine gets its packages. */
export async function smallestSystem(): Promise<string> {
  removeUnfinished()
  removeUnused()
  const { VERSION_CODENAME } = release()
  const sources = await run('apt-get', ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages'])
  const mirror = sources
    .split('\n')
    .map((line) => line.split(' '))
    .find(([name]) => name === VERSION_CODENAME)?.[1]
  if (mirror === undefined) throw new Error(`apt has no source for ${VERSION_CODENAME}.`)
  return kept(`${VERSION_CODENAME}-${process.arch}`, async (folder) => {
    console.log(`Installing the smallest system of Debian ${VERSION_CODENAME} (once) …`)
    if (!existsSync('/usr/sbin/debootstrap')) {
      await run('apt-get', ['update'])
      await run('apt-get', ['install', '--yes', '--no-install-recommends', 'debootstrap'])
    }
    await run('debootstrap', ['--variant=minbase', `${VERSION_CODENAME}`, folder, mirror])
    copyRegistries(folder)
  })
}

/** How this machine reaches the package registries: sources and keys of apt, certificates, name servers, clients' settings. */
function copyRegistries(folder: string): void {
  rmSync(join(folder, 'etc/apt'), { recursive: true })
  const files = [
    ...['/etc/apt', '/usr/share/keyrings', '/usr/local/share/ca-certificates', '/etc/ssl/certs/ca-certificates.crt'],
    ...['/etc/resolv.conf', '/etc/hosts', '/etc/pip.conf', '/etc/npmrc'],
    ...['.npmrc', '.config/go/env', '.config/pip/pip.conf', '.m2/settings.xml'].map((name) => join(homedir(), name)),
  ]
  for (const file of files.filter((path) => existsSync(path))) {
    const to = join(folder, file.startsWith(homedir()) ? join(HOME, file.slice(homedir().length)) : file)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(realpathSync(file), to, { recursive: true })
  }
}
