/**
 * Installs what a release delivers as a stranger would, without anything of the checkout, and uses it: first answer, sign-in,
 * bucket and object, stop, start, the same object again, the data folder that each earlier release has written, and uninstall. It
 * measures size, memory and start, and fails if one of the first two is beyond its bound.
 * `node scripts/check-release.ts <results file> [--all]`: the npm package, with `--all` also the archive and the Debian package of
 * this machine, which is installed, removed and purged by dpkg on a machine that has only Debian's smallest system, the image, whose
 * Dockerfile is followed there, and a second build, which has to have the same bytes.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import packageJson from '../package.json' with { type: 'json' }
import { machineEnvironment, NAMESPACES, run as runProgram, smallestSystem, whyNoMachine } from './fresh-machine.ts'
import { output, run } from './release/commands.ts'
import { imageScript } from './release/image.ts'
import { componentsOf, noticedIn, packagesInCode } from './release/materials.ts'
import { PLATFORMS } from './release/platforms.ts'
import { failure, type ReportedTest } from './test-reports.ts'
import { ROOT } from './workspace.mjs'

const SUITE = 'release'
const START_MS = 60_000
const IMAGE = 'the image, whose Dockerfile is followed on the smallest Debian'
const ON_DEBIAN = 'the Debian package, installed, used, removed and purged on the smallest Debian'
const OLDER_NODE = 'the npm package, started by an older Node'
const SAME_BYTES = 'a second build of the same commit has the same bytes'
const MATERIALS = 'the archive has the licences of all that is in it'
const { version } = packageJson
const [resultsFile, ...flags] = process.argv.slice(2)
const isAll = flags.includes('--all')
const platform = PLATFORMS.find(({ name }) => name === `${process.platform}-${process.arch}`)

/** Data folders of releases, and beside each what is in it: `packages/server/test/upgrade` writes and reads them. */
const EARLIER = globSync(join(ROOT, 'packages/server/test/upgrade/*.tar.gz'))

/** What everything installed may take without Node, and both processes after the start. */
const MOST_BYTES = 60e6
const MOST_MEMORY = 210 * 2 ** 20

interface Installed {
  /** The command to run, and its arguments. */
  command: string[]
  /** What was installed, and the Node in it, which isn't counted. */
  files: { folder: string; node?: string }
  /** Removes it as the guide says, and fails if anything but data and the compile cache outlives that. */
  uninstall?(): void
}

/** A way to install it; of some, the installation itself is also the use. */
type Install = (release: string, folder: string) => Installed | Promise<undefined>

const ways: Record<string, Install> = {
  'the npm package, installed into an empty folder': (release, folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    // Neither the cache of this machine, nor scripts of packages.
    const fresh = ['--cache', join(folder, 'cache'), '--ignore-scripts', '--no-audit', '--no-fund']
    run('npm', ['install', ...fresh, join(release, `cooperage-${version}.tgz`)], { cwd: folder })
    return {
      // The link that npx starts too.
      command: [join(folder, 'node_modules/.bin/cooperage')],
      files: { folder: join(folder, 'node_modules') },
      uninstall() {
        run('npm', ['uninstall', ...fresh, 'cooperage'], { cwd: folder })
        // npm leaves the folders of scopes, empty.
        const left = globSync('node_modules/**/package.json', { cwd: folder })
        if (left.length > 0) throw new Error(`npm uninstall leaves ${left.join(', ')}`)
      },
    }
  },
  [OLDER_NODE]: async (release, folder) => {
    run('tar', ['-xzf', join(release, `cooperage-${version}.tgz`), '-C', folder])
    const { status, stderr } = spawnSync(olderNode() ?? '', [join(folder, 'package/bin/cooperage.mjs')], {
      encoding: 'utf8',
    })
    if (status !== 1 || !/^Cooperage needs Node 24\.\d+ or newer\. This is Node [\d.]+\. Install .*\n$/.test(stderr))
      throw new Error(`It ends with ${status} and says:\n${stderr}`)
    return undefined
  },
  ...(isAll && platform
    ? {
        [SAME_BYTES]: async (release: string, folder: string) => {
          build(join(folder, 'again'))
          const sums = (of: string) => readFileSync(join(of, 'SHA256SUMS'), 'utf8').split('\n')
          const first = sums(release)
          const differing = sums(join(folder, 'again')).filter((line) => !first.includes(line))
          if (differing.length > 0) throw new Error(`These differ in a second build:\n${differing.join('\n')}`)
          return undefined
        },
        [MATERIALS]: async (release: string, folder: string) => {
          const name = `cooperage-${version}-${platform.name}`
          run('tar', ['-xzf', join(release, `${name}.tar.gz`)], { cwd: folder })
          const modules = join(folder, name, 'lib/node_modules')
          const installed = globSync('{*,@*/*}/package.json', { cwd: modules }).map(dirname)
          const expected = [...packagesInCode(join(modules, 'cooperage/dist')), ...installed]
          const noticed = noticedIn(readFileSync(join(folder, name, 'THIRD-PARTY-NOTICES.txt'), 'utf8'))
          const components = componentsOf(readFileSync(join(release, `cooperage-${version}.cdx.json`), 'utf8'))
          const unlisted = expected.filter((one) => one !== 'cooperage' && !(noticed.has(one) && components.has(one)))
          if (unlisted.length > 0) throw new Error(`The licences or the bill of materials lack ${unlisted.join(', ')}`)
          return undefined
        },
        'the archive, unpacked': (release: string, folder: string) => {
          const name = `cooperage-${version}-${platform.name}`
          run('tar', ['-xzf', join(release, `${name}.tar.gz`)], { cwd: folder })
          return {
            command: [join(folder, name, 'bin/cooperage')],
            files: { folder: join(folder, name), node: 'lib/node' },
            uninstall() {
              rmSync(join(folder, name), { recursive: true })
              const left = readdirSync(folder).filter((entry) => !['.cache', 'data', 'earlier'].includes(entry))
              if (left.length > 0) throw new Error(`It has written ${left.join(', ')}`)
            },
          }
        },
        'the Debian package, without installing it': (release: string, folder: string) => {
          run('dpkg-deb', ['-x', join(release, `cooperage_${version}_${platform.debian}.deb`), folder])
          const units = join(folder, 'usr/lib/systemd/system')
          // What the unit refers to, in a folder that has nothing else of a system.
          for (const name of [
            'sysinit',
            'basic',
            'shutdown',
            'network-online',
            'multi-user',
            'timers',
            'time-set',
            'time-sync',
          ]) {
            writeFileSync(join(units, `${name}.target`), `[Unit]\nDescription=${name}\n`)
          }
          mkdirSync(join(folder, 'bin'))
          writeFileSync(join(folder, 'bin/sh'), '', { mode: 0o755 })
          const unitNames = ['cooperage.service', 'cooperage-backup.service', 'cooperage-backup.timer']
          run('systemd-analyze', ['verify', '--man=no', `--root=${folder}`, ...unitNames])
          return {
            command: [join(folder, 'usr/bin/cooperage')],
            files: { folder: join(folder, 'usr'), node: 'lib/cooperage/lib/node' },
          }
        },
        [ON_DEBIAN]: async (release: string) => {
          const system = await smallestSystem()
          const deb = join(release, `cooperage_${version}_${platform.debian}.deb`)
          await runProgram('unshare', [...NAMESPACES, '/bin/sh', '-c', machine(system, deb), ADMINISTRATION], {
            env: {},
          })
          return undefined
        },
        [IMAGE]: async (_, folder) => {
          const source = join(folder, 'source')
          mkdirSync(source)
          run('sh', ['-c', 'git archive HEAD | tar -x -C "$0"', source], { cwd: ROOT })
          const npm = dirname(dirname(realpathSync(output('sh', ['-c', 'command -v npm']).trim())))
          const script = imageScript({
            system: await smallestSystem(),
            node: process.execPath,
            npm,
            source,
            earlier: EARLIER,
          })
          await runProgram('unshare', [...NAMESPACES, '/bin/sh', '-c', script], { env: machineEnvironment() })
          return undefined
        },
      }
    : {}),
}

/** A shell script that makes a machine of a system, in memory, and lets dpkg install the package there. */
function machine(system: string, deb: string): string {
  return `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/changes /mnt/work /mnt/machine
mount -t overlay -o 'lowerdir=${system},upperdir=/mnt/changes,workdir=/mnt/work' overlay /mnt/machine
mount -t proc proc /mnt/machine/proc
mount --rbind /dev /mnt/machine/dev
cp '${deb}' /mnt/machine/tmp/cooperage.deb
mkdir /mnt/machine/tmp/earlier
cp ${EARLIER.map((file) => `'${file}'`).join(' ')} /mnt/machine/tmp/earlier
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C chroot /mnt/machine /bin/sh -c "$0"`
}

/**
 * What an administrator does with the package. Each line that fails ends it, with what it says. The unit can't run without systemd;
 * its command does, as its user and with its environment.
 */
const ADMINISTRATION = `
fail() { echo "$1" >&2; exit 1; }
files() { find / -xdev -path /proc -prune -o -path /dev -prune -o -path /tmp -prune -o -path /var/lib/dpkg -prune -o -path /var/log -prune -o -path /var/lib/cooperage -prune -o -print | grep -v '^/etc/\\(passwd\\|group\\|shadow\\|gshadow\\|subuid\\|subgid\\)-\\?$' | sort; }
set -e
files >/tmp/before
dpkg -i /tmp/cooperage.deb
export XDG_CACHE_HOME=/tmp/cache
[ "$(cooperage --version)" = ${version} ] || fail "--version says $(cooperage --version)"
[ -f /usr/lib/systemd/system/cooperage.service ] || fail 'There is no unit'
[ ! -e /etc/systemd/system/multi-user.target.wants/cooperage.service ] || fail 'The unit is enabled'
[ ! -e /var/lib/cooperage ] || fail 'Something has been started'
! ls -l /proc/[0-9]*/exe 2>/dev/null | grep cooperage || fail 'Something runs'

set -a; . /etc/cooperage/cooperage.env; set +a
start_and_stop() {
  XDG_CACHE_HOME=/var/cache/cooperage COOPERAGE_DATA="$1" COOPERAGE_PORT=0 COOPERAGE_STORAGE_PORT=0 \\
    setpriv --reuid cooperage --regid cooperage --clear-groups /usr/bin/cooperage >/tmp/started 2>&1 &
  pid=$!
  tries=0
  until grep -q 'Press Ctrl+C' /tmp/started; do
    tries=$((tries + 1)); [ $tries -lt 120 ] && kill -0 $pid || fail "It isn't ready: $(cat /tmp/started)"
    sleep 0.5
  done
  kill -TERM $pid
  wait $pid || fail "It ended with $?: $(cat /tmp/started)"
}
install -d -o cooperage -g cooperage -m 0700 /var/lib/cooperage /var/cache/cooperage
start_and_stop /var/lib/cooperage
for archive in /tmp/earlier/*.tar.gz; do
  earlier="\${archive%.tar.gz}"
  install -d -m 0700 "$earlier"
  tar -xzf "$archive" -C "$earlier"
  cp "$earlier/root-credentials" /tmp/keys
  chown -R cooperage:cooperage "$earlier"
  start_and_stop "$earlier"
  cmp /tmp/keys "$earlier/root-credentials" || fail 'An upgrade changes the root keys'
done
[ "$(stat -c %U:%a /var/lib/cooperage/root-credentials)" = cooperage:600 ] || fail 'Others can read the root keys'

dpkg -i /tmp/cooperage.deb
dpkg --remove cooperage
[ ! -e /usr/bin/cooperage ] || fail 'The command outlives a removal'
[ -f /etc/cooperage/cooperage.env ] || fail 'A removal deletes the settings'
dpkg --purge cooperage
files >/tmp/after
diff /tmp/before /tmp/after || fail 'A purge leaves files'
[ -f /var/lib/cooperage/root-credentials ] || fail 'A purge deletes the data'
`

async function use({ command, files }: Installed, folder: string): Promise<Measured> {
  const bytes = bytesOf(files)
  if (bytes > MOST_BYTES)
    throw new Error(`It takes ${megabytes(bytes)} without Node, and may take ${megabytes(MOST_BYTES)}`)
  const [program = '', ...args] = command
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    COOPERAGE_DATA: join(folder, 'data'),
    COOPERAGE_PORT: '0',
    COOPERAGE_STORAGE_PORT: '0',
  }
  const told = output(program, [...args, '--version'], { env }).trim()
  if (told !== version) throw new Error(`--version says ${told}, not ${version}`)
  const name = `object-${Date.now()}`
  const started = performance.now()
  const measured = { bytes, memory: 0, startMs: 0 }
  await withConsole(program, args, env, async (url, pid) => {
    measured.startMs = performance.now() - started
    const processes = withChildren(pid)
    if (processes.length !== 2) throw new Error(`It has ${processes.length} processes, not the console and the engine`)
    measured.memory = processes.map(residentBytes).reduce((sum, one) => sum + one, 0)
    if (measured.memory > MOST_MEMORY)
      throw new Error(`It takes ${mebibytes(measured.memory)} of memory, and may take ${mebibytes(MOST_MEMORY)}`)
    if (!(await (await fetch(`${url}/login`)).text()).includes('<div id="root"')) throw new Error('/login has no page')
    const call = await signIn(url, env.COOPERAGE_DATA)
    await call('POST', '/api/v1/buckets', JSON.stringify({ name: 'first' }))
    const form = new FormData()
    form.append('5', new Blob(['hello']), name)
    await call('POST', '/api/v1/buckets/first/objects/upload?prefix=', form)
  })
  await withConsole(program, args, env, async (url) => {
    const call = await signIn(url, env.COOPERAGE_DATA)
    const text = (await call('GET', downloadPath('first', name))).toString()
    if (text !== 'hello') throw new Error(`After a restart the object is ${JSON.stringify(text)}`)
  })
  for (const archive of EARLIER) await upgrade(archive)
  return measured

  /** Starts it on the data folder of an earlier release, and compares every object in it with what that release wrote. */
  async function upgrade(archive: string): Promise<void> {
    const release = basename(archive, '.tar.gz')
    const data = join(folder, 'earlier', release)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    run('tar', ['-xzf', archive, '-C', data, '--no-same-owner'])
    const { content } = JSON.parse(readFileSync(join(dirname(archive), `${release}.json`), 'utf8')) as Earlier
    await withConsole(program, args, { ...env, COOPERAGE_DATA: data }, async (url) => {
      const call = await signIn(url, data)
      for (const [bucket, { versions }] of content.buckets) {
        for (const { key, sha256 } of versions.filter(({ isLatest, sha256 }) => isLatest && sha256 !== undefined)) {
          const bytes = await call('GET', downloadPath(bucket, key))
          if (createHash('sha256').update(bytes).digest('hex') !== sha256)
            throw new Error(`${key} in ${bucket} of ${release} has other content`)
        }
      }
    })
  }
}

/** What is told of a way in the table at the end. */
interface Measured {
  bytes: number
  memory: number
  startMs: number
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`

/** The size of all files in a folder, without Node. */
function bytesOf({ folder, node }: Installed['files']): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const counted = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== join(folder, node ?? ''))
  return counted.map((file) => statSync(file).size).reduce((sum, size) => sum + size, 0)
}

/** A process and all that it started. */
function withChildren(pid: number): number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap(
    (file) => readFileSync(file, 'utf8').match(/\d+/g) ?? [],
  )
  return [pid, ...children.flatMap((child) => withChildren(Number(child)))]
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** The system's Node, if it is older than what the command needs. */
function olderNode(): string | undefined {
  const found = ['/usr/bin/node', '/usr/local/bin/node'].filter((file) => existsSync(file))
  return found.find((file) => Number(/\d+/.exec(output(file, ['--version']))) < 24)
}

/** Builds a release into a folder. */
function build(folder: string): void {
  const options = ['--dry-run', '--allow-changes', '--out', folder, ...(isAll ? [] : ['--only-npm'])]
  run(process.execPath, [join(ROOT, 'scripts/release.ts'), ...options], { cwd: ROOT })
}

/** What of the description of a data folder is compared here. */
interface Earlier {
  content: { buckets: [name: string, { versions: { key: string; isLatest: boolean; sha256?: string }[] }][] }
}

function downloadPath(bucket: string, key: string): string {
  return `/api/v1/buckets/${bucket}/objects/download?prefix=${encodeURIComponent(key)}`
}

async function withConsole(
  program: string,
  args: string[],
  env: Record<string, string>,
  act: (url: string, pid: number) => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await act(await addressOf(child), child.pid ?? 0)
  } finally {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  }
  if (child.exitCode !== 0) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}`)
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const late = setTimeout(() => reject(new Error(`It isn't ready after ${START_MS / 1000} s:\n${text}`)), START_MS)
  const read = (chunk: Buffer) => {
    text += chunk.toString()
    const [, url] = /Console +(http:\S+)/.exec(text) ?? []
    if (url !== undefined && text.includes('Press Ctrl+C')) resolve(url)
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${text}`)))
  child.once('error', reject)
  return promise.finally(() => clearTimeout(late))
}

async function signIn(url: string, dataDir: string) {
  const keys = readFileSync(join(dataDir, 'root-credentials'), 'utf8')
  const key = (name: string) => new RegExp(`${name}=(.*)`).exec(keys)?.[1] ?? ''
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ accessKey: key('ACCESS_KEY'), secretKey: key('SECRET_KEY') })
  const response = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`Signing in answers ${response.status}: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return async (method: string, path: string, content?: string | FormData) => {
    const json = typeof content === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(url + path, {
      method,
      headers: { ...json, cookie, origin: url },
      ...(content === undefined ? {} : { body: content }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${bytes}`)
    return bytes
  }
}

const work = mkdtempSync(join(tmpdir(), 'cooperage-check-'))
const release = join(work, 'release')
const tests: ReportedTest[] = []
const measured = new Map<string, Measured>()
try {
  console.log('Building the release …')
  let whyNotBuilt: unknown
  try {
    build(release)
  } catch (error) {
    whyNotBuilt = error
  }
  for (const [name, install] of Object.entries(ways)) {
    const started = Date.now()
    const test: ReportedTest = { suite: SUITE, file: '', name, status: 'passed', why: '', seconds: 0 }
    const whyNot =
      name === ON_DEBIAN || name === IMAGE
        ? whyNoMachine()
        : name === OLDER_NODE && olderNode() === undefined
          ? 'This machine has no Node older than 24.'
          : undefined
    try {
      if (whyNot !== undefined) {
        console.log(`skipped  ${name}. ${whyNot}`)
        tests.push({ ...test, status: 'skipped', why: whyNot })
        continue
      }
      if (whyNotBuilt !== undefined) throw whyNotBuilt
      const folder = join(work, `way-${tests.length}`)
      mkdirSync(folder)
      const installed = await install(release, folder)
      if (installed !== undefined) {
        measured.set(name, await use(installed, folder))
        installed.uninstall?.()
        if (!existsSync(join(folder, 'data/root-credentials'))) throw new Error('Uninstalling it deletes the data')
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      console.log(why)
      Object.assign(test, failure(SUITE, '', name, why))
    }
    test.seconds = (Date.now() - started) / 1000
    console.log(`${test.status}  ${name} (${test.seconds.toFixed(1)} s)`)
    tests.push(test)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
if (measured.size > 0) console.log(`\n${''.padEnd(50)}      size    memory     start`)
for (const [name, { bytes, memory, startMs }] of measured) {
  const numbers = [megabytes(bytes), mebibytes(memory), `${(startMs / 1000).toFixed(1)} s`]
  console.log(`${name.padEnd(50)}${numbers.map((text) => text.padStart(10)).join('')}`)
}
const count = (status: string) => tests.filter((test) => test.status === status).length
if (resultsFile !== undefined) {
  writeFileSync(
    resultsFile,
    JSON.stringify({ passed: count('passed'), failed: count('failed'), skipped: count('skipped'), tests }),
  )
}
process.exitCode = count('failed') === 0 ? 0 : 1
