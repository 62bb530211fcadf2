/**
 * Prepares a clone before anything in it can run: installs packages, builds the web application, finds the right Node.
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BIN = join(ROOT, 'node_modules', '.bin')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const INSTALL_STAMP = join(ROOT, 'node_modules', '.installed-from')

/** An expected failure. Its message says what to do, so it is printed without a stack trace. */
export class SetupError extends Error {}

/** Runs `work` and turns a `SetupError` into its message and exit code 1. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}

function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

/**
 * The arguments of `spawn` that run this Node. On Windows the packaged one is a script, which needs a shell, and a shell splits what
 * has spaces.
 */
export function commandOf(runtime, args, platform = process.platform) {
  if (platform !== 'win32' || runtime === process.execPath) return [runtime, args, { shell: false }]
  const quoted = (text) => `"${text}"`
  return [quoted(runtime), args.map(quoted), { shell: true }]
}

/** Path of a Node that can run the sources: this one, or the one that came with the packages. */
export function findRuntime() {
  if (isRecentEnough(process.versions.node)) return process.execPath
  const bundled = join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node')
  const [program, args, options] = commandOf(bundled, ['--version'])
  const response = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (response.status === 0 && isRecentEnough(response.stdout.trim())) return bundled
  throw new SetupError(
    `Cooperage runs on Node 24.7 or newer; this is ${process.version}, and there is no packaged Node for ` +
      `${process.platform} ${process.arch}. Install Node 24 LTS from https://nodejs.org and try again.`,
  )
}

/** Runs a program on that Node: in this process if it is this one, otherwise in a child, whose exit code becomes ours. */
export async function runProgram(runtime, program, args) {
  if (runtime === process.execPath) return import(pathToFileURL(program).href)
  const [command, all, options] = commandOf(runtime, [...process.execArgv, program, ...args])
  const child = spawn(command, all, { ...options, stdio: 'inherit' })
  // The child decides when it ends. At a terminal it has had the signal already and treats a second one as the same.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
  child.on('error', (error) => {
    console.error(`${runtime} could not be started: ${error.message}`)
    process.exitCode = 1
  })
}

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')

/** What the stamp of a smaller installation or of a quicker build begins with: enough to start, not to test. */
const TO_START = 'to start '

/** Whether a stamp says that this was made from `hash`, in full or, if `toStart`, at least what a start needs. */
export function isStamped(stamp, hash, toStart) {
  if (!existsSync(stamp)) return false
  const text = readFileSync(stamp, 'utf8')
  return text === hash || (toStart && text === TO_START + hash)
}

/** Whether this was made in full, from whatever. */
export function isFull(stamp) {
  return existsSync(stamp) && !readFileSync(stamp, 'utf8').startsWith(TO_START)
}

/**
 * Whether `node_modules` holds what the lockfile asks for: recorded by our stamp, or after an `npm install` by hand by npm's
 * own record of what it installed.
 */
function isInstalled(toStart) {
  if (isStamped(INSTALL_STAMP, lockfileHash(), toStart)) return true
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    // An optional package for another system is expected to be absent.
    return found === undefined ? optional === true : link === true || found.version === version
  })
}

/** npm without the packaged Node on its path: installing replaces that one. */
function npm(args, options) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== BIN)
  const env = { ...process.env, PATH: path.join(delimiter) }
  return spawnSync('npm', args, { cwd: ROOT, env, encoding: 'utf8', shell: process.platform === 'win32', ...options })
}

/** Of these packages, `npm start` needs the dependencies. The rest is for tests and tools. */
const STARTED = ['-w', '@cooperage/cli', '-w', '@cooperage/web']

/** While npm installs, the lockfile with addresses, which npm prefers to package-lock.json. */
const LOCKFILE_WITH_ADDRESSES = join(ROOT, 'npm-shrinkwrap.json')

/**
 * Adds to a lockfile the address that each package has at a registry. Without one, npm reads what the registry says of all versions
 * of the package: from npm's cache a third of the CPU time of an installation, from the registry a request for each package.
 * @returns undefined if that would write a password into it; @throws TypeError if the address isn't one
 */
export function withAddresses(lockfile, registry) {
  // Without a slash at its end, the last part of its path would be replaced.
  const base = new URL(registry.replace(/\/*$/, '/'))
  if (base.username !== '' || base.password !== '') return undefined
  const packages = Object.entries(lockfile.packages).map(([path, entry]) => {
    const [, installedAs] = /^(?:.*\/)?node_modules\/(.+)$/.exec(path) ?? []
    if (installedAs === undefined || entry.link === true) return [path, entry]
    const name = entry.name ?? installedAs
    const file = `${name.slice(name.lastIndexOf('/') + 1)}-${entry.version}.tgz`
    return [path, { ...entry, resolved: new URL(`${name}/-/${file}`, base).href }]
  })
  return { ...lockfile, packages: Object.fromEntries(packages) }
}

/** Writes the lockfile with addresses; false if it can't be: npm does without. */
function writeAddresses() {
  try {
    const { stdout, status } = npm(['config', 'get', 'registry'])
    const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const addressed = status === 0 ? withAddresses(lockfile, stdout.trim()) : undefined
    if (addressed !== undefined) writeFileSync(LOCKFILE_WITH_ADDRESSES, JSON.stringify(addressed))
    return addressed !== undefined
  } catch {
    return false
  }
}

/** Runs what blocks this process. A signal ends the process afterwards, so that it can remove what it has written. */
function uninterrupted(work) {
  const end = (signal) => process.exit(128 + constants.signals[signal])
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return work()
  } finally {
    // Signals that arrived in the meantime come before it.
    setImmediate(() => {
      for (const signal of SIGNALS) process.off(signal, end)
    })
  }
}

/** `npm ci` with these arguments. */
function npmCi(args) {
  const install = () => npm(['ci', ...args], { maxBuffer: 64 << 20 })
  return uninterrupted(() => {
    try {
      if (writeAddresses()) {
        const result = install()
        // Ended by a signal, which programs also report as a status above 128, or never started: not because of the addresses.
        if (result.status === 0 || result.status === null || result.status > 128) return result
      }
    } finally {
      rmSync(LOCKFILE_WITH_ADDRESSES, { force: true })
    }
    // Some registries have other addresses than npm's own.
    return install()
  })
}

/**
 * Installs the packages when they are missing or the lockfile asks for others: all of them, or with `toStart` those that
 * `npm start` needs, unless all were there before. @throws SetupError with npm's output
 */
export function ensureInstalled({ toStart = false } = {}) {
  // Of an installation that was killed: npm would prefer it to a newer package-lock.json.
  rmSync(LOCKFILE_WITH_ADDRESSES, { force: true })
  if (isInstalled(toStart)) return
  const isPartial = toStart && !isFull(INSTALL_STAMP)
  process.stderr.write('Installing packages (once, about a minute) … ')
  const started = Date.now()
  // What npm has in its cache is of a version that the lockfile names: nothing has to be asked about it.
  const args = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', ...(isPartial ? STARTED : [])]
  const { status, signal, error, stdout, stderr } = npmCi(args)
  if (error !== undefined) throw new SetupError(`npm could not be started (${error.message}). It comes with Node.`)
  if (status !== 0) {
    process.stderr.write(signal === null ? `failed\n\n${stdout}${stderr}` : 'interrupted\n')
    throw new SetupError(
      signal === null
        ? 'The packages could not be installed; npm says why above. Check that this machine reaches the package registry ' +
            '(`npm ping`) and that the folder is writable, then try again.'
        : 'The packages are not installed yet. Start again.',
    )
  }
  writeFileSync(INSTALL_STAMP, (isPartial ? TO_START : '') + lockfileHash())
  process.stderr.write(`done in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

function* filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.includes('.test.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/**
 * Digest of the lockfile and of these files and folders, whose paths begin at `root`. By content, not by modification time: a checkout
 * changes the time of every file.
 */
export function sourcesHash(paths, root = ROOT) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  add(join(root, 'package-lock.json'))
  for (const below of paths.map((path) => join(root, path))) {
    if (statSync(below).isFile()) add(below)
    else for (const path of filesBelow(below)) add(path)
  }
  return hash.digest('hex')
}

/** What the page is built from: the guide is bundled into it. */
export const WEB_SOURCES = ['docs/guide', 'packages/contract', 'packages/web', 'packages/wire/src/crc32c.ts']

const COMMAND_PACKAGES = [
  'cli',
  'contract',
  'directory',
  'engine',
  'kube-client',
  'listener',
  'platform',
  'server',
  'storage-client',
  'wire',
]

/** What is built: the output folder, its sources, the package, and the program that builds it with its arguments. */
const WEB = {
  what: 'the web application',
  folder: 'packages/web/dist',
  sources: WEB_SOURCES,
  package: 'packages/web',
  program: ['build/build-page.ts'],
}
const COMMAND = {
  what: 'the command',
  folder: 'packages/cli/dist',
  sources: [
    'packages/cli/build',
    ...COMMAND_PACKAGES.flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src`]),
  ],
  package: 'packages/cli',
  program: ['build/build-command.ts'],
}
const GALLERY_PAGE = {
  what: 'the gallery',
  folder: 'packages/web/gallery/dist',
  sources: WEB_SOURCES,
  package: 'packages/web',
  program: ['../../node_modules/vite/bin/vite.js', 'build', '-c', 'gallery/vite.config.ts'],
}

/** Why a build failed, as the end of a sentence; undefined if it didn't. */
export function failureOf({ status, signal, error }) {
  if (error !== undefined) return `: ${error.message}.`
  if (signal === 'SIGKILL') return ': it was ended by SIGKILL, as the system does when memory runs out. Start again.'
  if (signal !== null) return `: it was ended by ${signal}. Start again.`
  return status === 0 ? undefined : '; the output above says why.'
}

/**
 * How to build this, if its sources differ from those of the last build. With `toStart` a build that such a call made is enough.
 * @returns the arguments of `spawn`, and `end`, which judges the outcome: @throws SetupError, after the output
 */
function staleBuild({ what, folder, sources, package: name, program }, toStart = false) {
  const stamp = join(ROOT, folder, '.built-from')
  const hash = sourcesHash(sources)
  if (isStamped(stamp, hash, toStart)) return undefined
  // An interrupted build must not look complete.
  rmSync(stamp, { force: true })
  // What the page is built for isn't what a shell or a test is about: another value makes it larger than it may be.
  const env = { ...process.env, NODE_ENV: 'production', PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }
  const [runtime, args, options] = commandOf(findRuntime(), program)
  return {
    what,
    command: [runtime, args, { ...options, cwd: join(ROOT, name), env }],
    end(outcome) {
      const reason = failureOf(outcome)
      if (reason !== undefined) {
        process.stderr.write(`failed\n\n${outcome.output}`)
        throw new SetupError(`${what[0]?.toUpperCase()}${what.slice(1)} could not be built${reason}`)
      }
      mkdirSync(dirname(stamp), { recursive: true })
      writeFileSync(stamp, (toStart ? TO_START : '') + hash)
    },
  }
}

function announce(what) {
  process.stderr.write(`Building ${what} … `)
  const started = Date.now()
  return () => process.stderr.write(`done in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

function ensureBuilt(build) {
  const stale = staleBuild(build)
  if (stale === undefined) return
  const done = announce(stale.what)
  const [runtime, args, options] = stale.command
  const outcome = spawnSync(runtime, args, { ...options, encoding: 'utf8', maxBuffer: 64 << 20 })
  stale.end({ ...outcome, output: `${outcome.stdout ?? ''}${outcome.stderr ?? ''}` })
  done()
}

/** Builds the page. @throws SetupError with the output of the build */
export const ensureWebBuilt = () => ensureBuilt(WEB)

/** @throws SetupError with the output of the build */
export const ensureCommandBuilt = () => ensureBuilt(COMMAND)

/** Where {@link ensureGalleryBuilt} builds it. */
export const GALLERY = join(ROOT, 'packages', 'web', 'gallery', 'dist')

/** Builds the gallery of shared components, for its journeys. @throws SetupError with the output of the build */
export const ensureGalleryBuilt = () => ensureBuilt(GALLERY_PAGE)

/**
 * Builds what `npm start` needs: the command, and the page in less time but larger. Both at the same time, because each leaves a
 * core idle in between. @throws SetupError with the output of a build
 */
export async function ensureBuiltToStart({ withPage }) {
  const page = { ...WEB, program: [...WEB.program, '--quick'] }
  const stale = [withPage ? staleBuild(page, true) : undefined, staleBuild(COMMAND)].filter(
    (build) => build !== undefined,
  )
  if (stale.length === 0) return
  const done = announce(stale.map(({ what }) => what).join(' and '))
  const outcomes = await Promise.all(stale.map(({ command }) => outcomeOf(...command)))
  const failures = []
  for (const [index, outcome] of outcomes.entries()) {
    try {
      stale[index]?.end(outcome)
    } catch (error) {
      // The other build is complete all the same.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  done()
}

/** Runs a program to its end, or finds out why it can't be run. */
function outcomeOf(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ error, output }))
    child.on('close', (status, signal) => resolve({ status, signal, output }))
  })
}
